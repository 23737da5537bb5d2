/// The keywords of languages that a runtime manages: those of virtual machines, and the functional ones.
extension KeywordTables {
  static let managed: [(String, String)] = [
    // Java SE 23, 3.9, with contextual ones
    (
      "java",
      """
      abstract assert boolean break byte case catch char class const continue default do double else enum exports extends \
      false final finally float for goto if implements import instanceof int interface long module native new null \
      open opens package permits private protected provides public record requires return sealed short static strictfp super \
      switch synchronized this throw throws to transient transitive true try uses var void volatile when while with yield
      """
    ),
    // C# 13, "Keywords", with contextual ones
    (
      "csharp",
      """
      abstract add alias and as ascending async await base bool break byte by case catch char checked class const continue \
      decimal default delegate descending do double dynamic else enum equals event explicit extern false file finally fixed \
      float for foreach from get global goto group if implicit in init int interface internal into is join let lock long \
      managed nameof namespace new nint not notnull nuint null object on operator or orderby out override params partial \
      private protected public readonly record ref remove required return sbyte scoped sealed select set short sizeof \
      stackalloc static string struct switch this throw true try typeof uint ulong unchecked unmanaged unsafe ushort using \
      value var virtual void volatile when where while with yield
      """
    ),
    // Kotlin 2.1, "Keywords and operators"
    (
      "kotlin",
      """
      abstract actual annotation as break by catch class companion const constructor continue crossinline data delegate do \
      dynamic else enum expect external false field file final finally for fun get if import in infix init inline inner \
      interface internal is lateinit noinline null object open operator out override package param private property protected \
      public receiver reified return sealed set setparam super suspend tailrec this throw true try typealias typeof val value \
      var vararg when where while
      """
    ),
    // Scala 3, "Soft keywords" too
    (
      "scala",
      """
      abstract as case catch class def derives do else end enum export extends extension false final finally for given if \
      implicit import infix inline lazy match new null object opaque open override package private protected return sealed \
      super then this throw trait transparent true try type using val var while with yield
      """
    ),
    // Groovy 4
    (
      "groovy",
      """
      abstract as assert boolean break byte case catch char class continue def default do double else enum extends false final \
      finally float for if implements import in instanceof int interface long native new null package permits private \
      protected public record return sealed short static strictfp super switch synchronized this throw throws trait transient \
      true try var void volatile while yield
      """
    ),
    // Dart 3.6, "Keywords"
    (
      "dart",
      """
      abstract as assert async await base break case catch class const continue covariant default deferred do dynamic else \
      enum export extends extension external factory false final finally for Function get hide if implements import in \
      interface is late library mixin new null of on operator part required rethrow return sealed set show static super switch \
      sync this throw true try type typedef var void when while with yield
      """
    ),
    // F# 9, "Keyword Reference"
    (
      "fsharp",
      """
      abstract and as assert base begin class default delegate do done downcast downto elif else end exception extern false \
      finally fixed for fun function global if in inherit inline interface internal lazy let match member module mutable \
      namespace new not null of open or override private public rec return select sig static struct then to true try type \
      upcast use val void when while with yield
      """
    ),
    // Haskell 2010, 2.4, with those of common extensions
    (
      "haskell",
      """
      as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr instance let \
      mdo module newtype of pattern proc qualified rec then type where
      """
    ),
    // PureScript 0.15
    (
      "purescript",
      """
      ado case class data derive do else false forall foreign hiding if import in infix infixl infixr instance let module \
      newtype of then true type where
      """
    ),
    // OCaml 5.2, "Lexical conventions"
    (
      "ocaml",
      """
      and as assert asr begin class constraint do done downto else end exception external false for fun function functor if in \
      include inherit initializer land lazy let lor lsl lsr lxor match method mod module mutable new nonrec object of open or \
      private rec sig struct then to true try type val virtual when while with
      """
    ),
    // Elm 0.19
    ("elm", "alias as case effect else exposing if import in infix let module of port then type where"),
    // Gleam 1
    (
      "gleam",
      "as assert case const echo fn if import let opaque panic pub todo type use"
    ),
    // Erlang/OTP 27, "Reserved Words"
    (
      "erlang",
      """
      after and andalso band begin bnot bor bsl bsr bxor case catch cond div else end fun if let maybe not of or orelse \
      receive rem try when xor behaviour callback define endif export ifdef ifndef import include include_lib module opaque \
      record spec type undef
      """
    ),
    // Elixir 1.18, reserved words and the special forms and macros of Kernel that define things
    (
      "elixir",
      """
      after alias and case catch cond def defdelegate defexception defguard defguardp defimpl defmacro defmacrop defmodule \
      defoverridable defp defprotocol defstruct do else end false fn for if import in nil not or quote raise receive require \
      rescue reraise super throw true try unless unquote unquote_splicing use when with
      """
    ),
  ]
}
