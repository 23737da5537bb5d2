/// The keywords of languages that are compiled to machine code, or describe a machine.
extension KeywordTables {
  static let system: [(String, String)] = [
    // C23, 6.4.1
    (
      "c",
      """
      alignas alignof auto bool break case char const constexpr continue default do double else enum extern false float for \
      goto if inline int long nullptr register restrict return short signed sizeof static static_assert struct switch \
      thread_local true typedef typeof typeof_unqual union unsigned void volatile while define elif elifdef elifndef endif \
      error ifdef ifndef include pragma undef
      """
    ),
    // C++23, [lex.key]
    (
      "cpp cuda",
      """
      alignas alignof asm auto bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield concept \
      const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum \
      explicit export extern false final float for friend goto if import inline int long module mutable namespace new \
      noexcept nullptr operator override private protected public register reinterpret_cast requires return short signed \
      sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid \
      typename union unsigned using virtual void volatile wchar_t while define elif endif error ifdef ifndef include pragma \
      undef
      """
    ),
    // Clang's Objective-C 2
    (
      "objective-c objective-cpp",
      """
      autoreleasepool catch class dynamic encode end finally implementation import interface optional private property \
      protected protocol public required selector synchronized synthesize throw try break case char const continue default \
      double else enum extern float for goto if inline instancetype int long nil nonatomic readonly readwrite return self \
      short signed sizeof static strong struct super switch typedef union unsigned void volatile weak while
      """
    ),
    // Rust 2024, "Keywords"
    (
      "rust",
      """
      as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub \
      ref return self Self static struct super trait true type union unsafe use where while yield
      """
    ),
    // Go 1.23, "Keywords" and "Predeclared identifiers"
    (
      "go",
      """
      break case chan const continue default defer else fallthrough for func go goto if import interface map package range \
      return select struct switch type var any append bool byte cap clear close comparable complex complex128 complex64 copy \
      delete error false float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil panic print println \
      real recover rune string true uint uint16 uint32 uint64 uint8 uintptr
      """
    ),
    // Swift 6, "Lexical Structure"
    (
      "swift",
      """
      actor any as associatedtype associativity async await borrowing break case catch class consume consuming continue \
      convenience default defer deinit didSet distributed do dynamic else enum extension fallthrough false fileprivate final \
      for func get guard if import in indirect infix init inout internal isolated lazy left let macro mutating nil none \
      nonisolated nonmutating open operator optional override package postfix precedencegroup prefix private protocol public \
      repeat required rethrows return right self Self sending set some static struct subscript super switch throw throws true \
      try typealias unowned var weak where while willSet
      """
    ),
    // Zig 0.14, "Keyword Reference"
    (
      "zig",
      """
      addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer else \
      enum errdefer error export extern false fn for if inline linksection noalias noinline nosuspend null opaque or orelse \
      packed pub resume return struct suspend switch test threadlocal true try undefined union unreachable usingnamespace var \
      volatile while
      """
    ),
    // Nim 2, "Identifiers & Keywords"
    (
      "nim",
      """
      addr and as asm bind block break case cast concept const continue converter defer discard distinct div do elif else end \
      enum except export finally for from func if import in include interface is isnot iterator let macro method mixin mod \
      nil not notin object of or out proc ptr raise ref return shl shr static template try tuple type using var when while \
      xor yield
      """
    ),
    // D 2.109, "Keywords"
    (
      "d",
      """
      abstract alias align asm assert auto bool break byte case cast catch char class const continue dchar debug default \
      delegate deprecated do double else enum export extern false final finally float for foreach foreach_reverse function \
      goto if immutable import in inout int interface invariant is lazy long macro mixin module new nothrow null out override \
      package pragma private protected public pure real ref return scope shared short static struct super switch synchronized \
      template this throw true try typeid typeof ubyte uint ulong union unittest ushort version void wchar while with
      """
    ),
    // Fortran 2018
    (
      "fortran",
      """
      abstract allocatable allocate associate asynchronous backspace bind block call case character class close codimension \
      common complex concurrent contains contiguous continue critical cycle data deallocate default deferred dimension do \
      elemental else elsewhere end endfile entry enum enumerator equivalence error event exit extends external final flush \
      forall format function generic go goto if implicit import impure in include inout inquire integer intent interface \
      intrinsic kind len lock logical module namelist non_intrinsic non_overridable none nopass nullify only open operator \
      optional out parameter pass pause pointer precision print private procedure program protected public pure rank read real \
      recursive result return rewind save select sequence stop submodule subroutine sync target team then type unlock use \
      value volatile wait where while write
      """
    ),
    // Ada 2022, 2.9
    (
      "ada",
      """
      abort abs abstract accept access aliased all and array at begin body case constant declare delay delta digits do else \
      elsif end entry exception exit for function generic goto if in interface is limited loop mod new not null of or others \
      out overriding package parallel pragma private procedure protected raise range record rem renames requeue return \
      reverse select separate some subtype synchronized tagged task terminate then type until use when while with xor
      """
    ),
    // Free Pascal 3.2, "Reserved words" and modifiers
    (
      "pascal",
      """
      absolute and array as asm begin case class const constructor destructor div do downto else end except exports file \
      finalization finally for function goto if implementation in inherited initialization inline interface is label library \
      mod nil not object of on operator or out override packed private procedure program property protected public published \
      raise record reintroduce repeat self set shl shr string then threadvar to try type unit until uses var virtual while \
      with xor
      """
    ),
    // Verilog 2005 and SystemVerilog 2017, the common ones
    (
      "verilog systemverilog",
      """
      always always_comb always_ff always_latch and assert assign automatic begin bit buf byte case casex casez class clocking \
      const constraint continue cover default defparam disable do edge else end endcase endclass endclocking endfunction \
      endgenerate endinterface endmodule endpackage endproperty endtask enum event export extends final for force foreach \
      forever fork function generate genvar if iff import initial inout input int integer interface join join_any join_none \
      localparam logic longint modport module nand negedge new nor not null or output package packed parameter posedge \
      property rand randc real reg release repeat return sequence shortint signed static string struct super supply0 supply1 \
      task this time timeprecision timeunit tri typedef union unique unsigned var virtual void wait while wire with xnor xor
      """
    ),
    // VHDL 2008, 15.10
    (
      "vhdl",
      """
      abs access after alias all and architecture array assert attribute begin block body buffer bus case component \
      configuration constant context disconnect downto else elsif end entity exit file for force function generate generic \
      group guarded if impure in inertial inout is label library linkage literal loop map mod nand new next nor not null of \
      on open or others out package parameter port postponed procedure process property protected pure range record register \
      reject release rem report return rol ror select sequence severity shared signal sla sll sra srl subtype then to \
      transport type unaffected units until use variable vunit wait when while with xnor xor
      """
    ),
    // Solidity 0.8
    (
      "solidity",
      """
      abstract address anonymous assembly bool break bytes calldata case catch constant constructor continue contract default \
      delete do else emit enum error event external fallback false fixed for from function hex if immutable import indexed \
      int interface internal is leave let library mapping memory modifier new override payable pragma private public pure \
      receive return returns revert storage string struct switch this true try type ufixed uint unchecked unicode using view \
      virtual while
      """
    ),
    // GLSL 4.60, 3.6
    (
      "glsl",
      """
      attribute bool break buffer bvec2 bvec3 bvec4 case centroid coherent const continue default discard dmat4 do double else \
      false flat float for highp if in inout int invariant ivec2 ivec3 ivec4 layout lowp mat2 mat3 mat4 mediump noperspective \
      out patch precise precision readonly restrict return sample sampler2D sampler3D samplerCube shared smooth struct \
      subroutine switch true uint uniform uvec2 uvec3 uvec4 varying vec2 vec3 vec4 void volatile while writeonly
      """
    ),
  ]
}
