/// The keywords of languages that are interpreted, or that describe something.
extension KeywordTables {
  static let scripting: [(String, String)] = [
    // Python 3.13, "Keywords" and "Built-in Constants", with soft ones
    (
      "python",
      """
      False None True and as assert async await break case class continue def del elif else except finally for from global if \
      import in is lambda match nonlocal not or pass raise return try type while with yield
      """
    ),
    // ECMAScript 2024, 12.7.2, with contextual ones
    (
      "javascript javascriptreact",
      """
      arguments as async await break case catch class const continue debugger default delete do else export extends false \
      finally for from function get globalThis if import in Infinity instanceof let NaN new null of return set static super \
      switch this throw true try typeof undefined var void while with yield
      """
    ),
    // TypeScript 5.7
    (
      "typescript typescriptreact",
      """
      abstract accessor any as asserts async await bigint boolean break case catch class const constructor continue debugger \
      declare default delete do else enum export extends false finally for from function get global globalThis if implements \
      import in infer instanceof interface intrinsic is keyof let module namespace never new null number object of out \
      override package private protected public readonly require return satisfies set static string super switch symbol this \
      throw true try type typeof undefined unique unknown using var void while with yield
      """
    ),
    // Ruby 3.4, "Keywords", with methods that read like one
    (
      "ruby",
      """
      BEGIN END __ENCODING__ __FILE__ __LINE__ alias and attr_accessor attr_reader attr_writer begin break case class def \
      defined? do else elsif end ensure extend false for if in include loop module next nil not or prepend private \
      private_constant protected public raise redo require require_relative rescue retry return self super then true undef \
      unless until when while yield
      """
    ),
    // Crystal 1.14
    (
      "crystal",
      """
      abstract alias annotation as asm begin break case class def do else elsif end ensure enum extend false for fun if in \
      include instance_sizeof is_a? lib macro module next nil nil? of offsetof out pointerof previous_def private protected \
      require rescue responds_to? return select self sizeof struct super then true type typeof uninitialized union unless \
      until verbatim when while with yield
      """
    ),
    // PHP 8.4, "List of Keywords"
    (
      "php",
      """
      __halt_compiler abstract and array as bool break callable case catch class clone const continue declare default do echo \
      else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends false final finally float fn for \
      foreach from function global goto if implements include include_once instanceof insteadof int interface isset iterable \
      list match mixed namespace never new null object or parent print private protected public readonly require require_once \
      return self static string switch throw trait true try unset use var void while xor yield
      """
    ),
    // Perl 5.40, perlsyn and the functions that are used most
    (
      "perl",
      """
      and bless catch chomp class closedir cmp continue defer defined delete die do each else elsif eq eval exists field \
      finally for foreach given grep if import join keys last local map method my next no not open opendir or our package \
      print printf push readdir redo ref require return reverse say scalar shift sort splice split sprintf state sub substr \
      try undef unless unshift until use values wantarray warn when while xor
      """
    ),
    // Lua 5.4, 3.1
    (
      "lua",
      "and break do else elseif end false for function goto if in local nil not or repeat return then true until while"
    ),
    // R 4.4, "Reserved words"
    (
      "r",
      """
      break else FALSE for function if in Inf NA NA_character_ NA_complex_ NA_integer_ NA_real_ NaN next NULL repeat TRUE \
      while library require return
      """
    ),
    // Julia 1.11, "Keywords"
    (
      "julia",
      """
      abstract baremodule begin break catch const continue do else elseif end export false finally for function global if \
      import in isa let local macro missing module mutable nothing outer primitive public quote return struct true try type \
      using where while
      """
    ),
    // GDScript 4.3, "Keywords"
    (
      "gdscript",
      """
      and as assert await break breakpoint class class_name const continue elif else enum extends false for func if in is \
      match not null or pass preload return self signal static super true var void when while yield export onready tool
      """
    ),
    // POSIX.1-2024 and Bash 5.2: reserved words and builtins
    (
      "shellscript",
      """
      alias bg bind break builtin caller case cd command compgen complete continue coproc declare dirs disown do done echo \
      elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let \
      local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test \
      then time times trap true type typeset ulimit umask unalias unset until wait while
      """
    ),
    // fish 4
    (
      "fish",
      """
      abbr and argparse begin break builtin case command commandline complete contains continue count echo else emit end \
      eval exec exit for function functions if in math not or printf random read return set set_color source status string \
      switch test time true type while
      """
    ),
    // PowerShell 7, about_Reserved_Words
    (
      "powershell",
      """
      begin break catch class clean continue data define do dynamicparam else elseif end enum exit filter finally for foreach \
      from function hidden if in param process return static switch throw trap try until using var while
      """
    ),
    // Tcl 8.6, the commands of the core
    (
      "tcl",
      """
      append apply array break catch close concat continue coroutine dict else elseif error eval exec exit expr file for \
      foreach format global if incr info join lappend lassign lindex linsert list llength lrange lreplace lsearch lset lsort \
      namespace open package proc puts read regexp regsub rename return set source split string subst switch tailcall then \
      throw trace try unset uplevel upvar variable while yield
      """
    ),
    // POSIX.1-2024 and gawk 5
    (
      "awk",
      """
      BEGIN BEGINFILE END ENDFILE FILENAME FS NF NR OFS ORS RS break case close continue default delete do else exit for \
      function getline gensub gsub if index length match next nextfile print printf return split sprintf strftime sub substr \
      switch system tolower toupper while
      """
    ),
    // Vim 9.1, ":help expression-commands" and ":help vim9"
    (
      "vim",
      """
      abstract augroup autocmd break call catch class command const continue def defer echo echoerr echomsg else elseif \
      endclass enddef endfor endfunction endif endinterface endtry endwhile enum execute export extends final finally for \
      function highlight if implements import interface let map nmap nnoremap noremap normal public return runtime set \
      setlocal silent source static syntax this throw try type unlet vim9script vmap vnoremap while
      """
    ),
    // Clojure 1.12, special forms and the macros of the core
    (
      "clojure",
      """
      and as-> assoc binding case catch comp cond cond-> conj def defmacro defmethod defmulti defn defn- defonce defprotocol \
      defrecord deftype do doall dorun doseq dosync dotimes doto extend-protocol extend-type false filter finally fn for if \
      if-let if-not if-some import in-ns into let letfn loop map nil not ns new or partial proxy quote recur reduce refer \
      reify require set! some-> throw true try update use var when when-first when-let when-not when-some while with-open
      """
    ),
    // R7RS, 4 and 5
    (
      "scheme",
      """
      and assoc begin call-with-current-continuation case case-lambda cond cond-expand define define-library \
      define-record-type define-syntax define-values delay delay-force do dynamic-wind else export guard if import include \
      lambda let let* let-syntax let-values letrec letrec* letrec-syntax make-parameter or parameterize quasiquote \
      quote set! syntax-rules unless unquote unquote-splicing values when
      """
    ),
    // Racket 8
    (
      "racket",
      """
      and begin case class cond define define-struct define-syntax define-syntax-rule define-values delay do else \
      for if import lambda let let* let-values letrec match module or parameterize provide \
      quasiquote quote require set! struct syntax-case syntax-rules unless unquote when with-handlers
      """
    ),
    // GNU Emacs Lisp 30: special forms and common macros
    (
      "emacs-lisp elisp",
      """
      and catch cl-case cl-defun cl-flet cl-labels cl-loop cond condition-case defadvice defalias defconst defcustom defface \
      define-minor-mode defmacro defsubst defun defvar defvar-local dolist dotimes function if if-let ignore-errors \
      interactive lambda let let* nil or pcase prog1 prog2 progn provide push quote require save-excursion save-restriction \
      setf setq setq-local throw unless unwind-protect when when-let while with-current-buffer with-temp-buffer
      """
    ),
    // ANSI Common Lisp: special operators and common macros
    (
      "lisp commonlisp",
      """
      and block case catch cond declare defclass defconstant defgeneric defmacro defmethod defpackage defparameter defstruct \
      defun defvar destructuring-bind do dolist dotimes ecase etypecase eval-when flet function go handler-bind handler-case \
      if in-package labels lambda let let* loop macrolet multiple-value-bind nil or prog1 progn push quote return return-from \
      setf setq tagbody the throw typecase unless unwind-protect values when with-open-file with-slots
      """
    ),
  ]

  static let other: [(String, String)] = [
    // SQL:2023, reserved words that statements are made of
    (
      "sql",
      """
      ADD ALL ALTER AND ANY AS ASC BEGIN BETWEEN BIGINT BOOLEAN BY CASCADE CASE CAST CHAR CHECK COALESCE COLUMN COMMIT \
      CONSTRAINT COUNT CREATE CROSS CURRENT_DATE CURRENT_TIMESTAMP CURSOR DATABASE DATE DECIMAL DECLARE DEFAULT DELETE DESC \
      DISTINCT DOUBLE DROP ELSE END EXCEPT EXECUTE EXISTS EXPLAIN EXTRACT FALSE FETCH FLOAT FOR FOREIGN FROM FULL FUNCTION \
      GRANT GROUP HAVING IF IN INDEX INNER INSERT INTEGER INTERSECT INTERVAL INTO IS JOIN KEY LATERAL LEFT LIKE LIMIT LOCAL \
      MAX MERGE MIN NATURAL NOT NULL NULLIF NUMERIC OFFSET ON OR ORDER OUTER OVER PARTITION PRECISION PRIMARY PROCEDURE REAL \
      RECURSIVE REFERENCES RETURNING RETURNS REVOKE RIGHT ROLLBACK ROW ROWS SCHEMA SELECT SET SMALLINT SUM TABLE TEMPORARY \
      TEXT THEN TIME TIMESTAMP TO TRANSACTION TRIGGER TRUE TRUNCATE UNION UNIQUE UPDATE USING VALUES VARCHAR VIEW WHEN WHERE \
      WINDOW WITH
      """
    ),
    // CMake 3.31, the commands that projects use
    (
      "cmake",
      """
      add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions add_dependencies \
      add_executable add_library add_link_options add_subdirectory add_test block break cmake_minimum_required \
      cmake_parse_arguments configure_file continue else elseif enable_language enable_testing endblock endforeach \
      endfunction endif endmacro endwhile execute_process export file find_file find_library find_package find_path \
      find_program foreach function get_filename_component get_property get_target_property if include include_directories \
      install link_directories link_libraries list macro mark_as_advanced math message option project return set \
      set_property set_target_properties set_tests_properties source_group string target_compile_definitions \
      target_compile_features target_compile_options target_include_directories target_link_libraries target_link_options \
      target_precompile_headers target_sources unset while PRIVATE PUBLIC INTERFACE REQUIRED COMPONENTS VERSION
      """
    ),
    // GNU Make 4.4, "Quick Reference"
    (
      "makefile make",
      """
      abspath addprefix addsuffix basename call define dir else endef endif error eval export filter filter-out findstring \
      firstword flavor foreach ifdef ifeq ifndef ifneq include info join lastword notdir origin override patsubst private \
      realpath shell sort strip subst undefine unexport vpath warning wildcard word wordlist words
      """
    ),
    // Dockerfile 1.12
    (
      "dockerfile",
      """
      ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR
      """
    ),
    // Terraform 1.10, blocks and meta-arguments
    (
      "terraform hcl",
      """
      any backend bool check condition connection content count data default depends_on description dynamic error_message \
      false for for_each if import in lifecycle list local locals map module moved null number object output path \
      precondition postcondition provider provisioner removed required_providers required_version resource self sensitive \
      set source string terraform true tuple type validation value variable version
      """
    ),
    // Nix 2.25, "Nix Language"
    (
      "nix",
      """
      abort assert builtins derivation else false if import in inherit let map null or rec removeAttrs then throw toString \
      true with
      """
    ),
    // Protocol Buffers, edition 2023
    (
      "proto proto3",
      """
      bool bytes double edition enum extend extensions false fixed32 fixed64 float group import int32 int64 map max message \
      oneof option optional package public repeated required reserved returns rpc service sfixed32 sfixed64 sint32 sint64 \
      stream string syntax to true uint32 uint64 weak
      """
    ),
    // GraphQL, October 2021
    (
      "graphql",
      """
      directive enum extend false fragment implements input interface mutation null query repeatable scalar schema \
      subscription true type union on
      """
    ),
    // Just 1.38
    ("just justfile", "alias export false if else import mod set true assert env error shell working-directory"),
  ]
}
