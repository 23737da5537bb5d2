/// The names of mathematics, as people know them from LaTeX.
///
/// Both `\phi` and `\varphi` are the Greek letter, as are the two epsilons: the font decides which form is drawn.
enum LatexNames {
  /// The characters and their names, as `SymbolEntries.append(table:)` reads them.
  static let table = """
    εvarepsilon φvarphi ςvarsigma ϑvartheta ϱvarrho ϖvarpi ϰvarkappa ϕstraightphi ϵstraightepsilon,lunateepsilon
    λlambda ϝdigamma ℓell ℏhbar ℵaleph ℶbeth ℷgimel ℸdaleth ℘wp ℜRe ℑIm ıimath ȷjmath ∂partial ∇nabla,grad
    ∞infty ∅emptyset,varnothing ∀forall ∃exists ∄nexists ¬neg,lnot ⊤top ⊥bot ∠angle ∡measuredangle ∢sphericalangle
    ′prime ″pprime,dprime ‴ppprime ‵backprime ♭flat ♮natural ♯sharp ∎qed ∁complement ðeth ΩOhm ℧mho ÅAngstrom
    ∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ⨌iiiint ∮oint ∯oiint ∰oiiint √sqrt,surd ∛cbrt ∜fourthroot
    ⋂bigcap ⋃bigcup ⋀bigwedge ⋁bigvee ⨁bigoplus ⨂bigotimes ⨀bigodot ⨄biguplus ⨆bigsqcup
    ±pm,plusmn ∓mp ×times ÷div ·cdot,centerdot ∗ast ⋆star ∘circ,comp ∙bullet •bull ∧wedge,land,and ∨vee,lor,or ⊻xor,veebar
    ⊼barwedge,nand ⊽nor ∩cap ∪cup ⊎uplus ⊓sqcap ⊔sqcup ∖setminus,smallsetminus ≀wr ⋄diamond △bigtriangleup,triangle
    ▽bigtriangledown ◁triangleleft ▷triangleright ⊲lhd,vartriangleleft ⊳rhd,vartriangleright ⊴unlhd,trianglelefteq
    ⊵unrhd,trianglerighteq ⊕oplus ⊖ominus ⊗otimes ⊘oslash ⊙odot ⊚circledcirc ⊛circledast ⊝circleddash ◯bigcirc
    ⊞boxplus ⊟boxminus ⊠boxtimes ⊡boxdot †dagger,dag ‡ddagger,ddag ⨿amalg ∔dotplus ⋉ltimes ⋊rtimes ⋋leftthreetimes
    ⋌rightthreetimes ⋏curlywedge ⋎curlyvee ⊺intercal ⋒Cap ⋓Cup ⌅barwedgedouble ⋇divideontimes
    ≤le,leq ≥ge,geq ≪ll ≫gg ⋘lll ⋙ggg ≠ne,neq ≡equiv ≢nequiv ≈approx ≉napprox ≊approxeq ∼sim ≁nsim ≃simeq ≄nsime
    ≅cong ≇ncong ≍asymp ≐doteq ≑Doteq,doteqdot ≒fallingdotseq ≓risingdotseq ≔coloneqq,defeq,coloneq ≕eqqcolon ∝propto,varpropto
    ≺prec ≻succ ⪯preceq ⪰succeq ≼preccurlyeq ≽succcurlyeq ⋞curlyeqprec ⋟curlyeqsucc ≾precsim ≿succsim ⪷precapprox
    ⪸succapprox ⊂subset ⊃supset ⊆subseteq ⊇supseteq ⊄nsubset ⊅nsupset ⊈nsubseteq ⊉nsupseteq ⊊subsetneq ⊋supsetneq
    ⫅subseteqq ⫆supseteqq ⫋subsetneqq ⫌supsetneqq ⋐Subset ⋑Supset ⊏sqsubset ⊐sqsupset ⊑sqsubseteq ⊒sqsupseteq
    ∈in,isin ∉notin,nin ∋ni,owns ∌nni ⊢vdash ⊣dashv ⊨models,vDash ⊩Vdash ⊪Vvdash ⊬nvdash ⊭nvDash ⊮nVdash ⊯nVDash
    ∣mid ∤nmid ∥parallel ∦nparallel ⟂perp ⋈bowtie,Join ⌣smile ⌢frown ≬between ⋔pitchfork ∵because ∴therefore
    ≦leqq ≧geqq ⩽leqslant ⩾geqslant ⪇lneq ⪈gneq ≨lneqq ≩gneqq ≮nless,nlt ≯ngtr,ngt ≰nleq ≱ngeq ≲lesssim ≳gtrsim ⪅lessapprox
    ⪆gtrapprox ≶lessgtr ≷gtrless ⋚lesseqgtr ⋛gtreqless ⋖lessdot ⋗gtrdot ⊀nprec ⊁nsucc ⋠npreceq ⋡nsucceq ⋦lnsim ⋧gnsim
    ⋪ntriangleleft ⋫ntriangleright ⋬ntrianglelefteq ⋭ntrianglerighteq ≜triangleq ≗circeq ≖eqcirc ≏bumpeq ≎Bumpeq
    ∽backsim ⋍backsimeq ≟questeq ≝eqdef ≛stareq ∷Colon,squarecolon ⫫indep
    ←leftarrow,gets,from →rightarrow,to ↑uparrow ↓downarrow ↔leftrightarrow ↕updownarrow ⇐Leftarrow,impliedby
    ⇒Rightarrow,implies ⇑Uparrow ⇓Downarrow ⇔Leftrightarrow,iff ⇕Updownarrow ↦mapsto,map ⟼longmapsto ↤mapsfrom
    ⟵longleftarrow ⟶longrightarrow ⟷longleftrightarrow ⟸Longleftarrow ⟹Longrightarrow ⟺Longleftrightarrow
    ↩hookleftarrow ↪hookrightarrow ↼leftharpoonup ⇀rightharpoonup ↽leftharpoondown ⇁rightharpoondown
    ⇌rightleftharpoons ⇋leftrightharpoons ↿upharpoonleft ↾upharpoonright,restriction ⇃downharpoonleft ⇂downharpoonright
    ↗nearrow ↘searrow ↙swarrow ↖nwarrow ↝leadsto,rightsquigarrow ↜leftsquigarrow ↭leftrightsquigarrow ⇝squigarrow
    ↞twoheadleftarrow ↠twoheadrightarrow ↣rightarrowtail ↢leftarrowtail ⇇leftleftarrows ⇉rightrightarrows
    ⇈upuparrows ⇊downdownarrows ⇆leftrightarrows ⇄rightleftarrows ⇚Lleftarrow ⇛Rrightarrow ↰Lsh ↱Rsh ↺circlearrowleft
    ↻circlearrowright ↶curvearrowleft ↷curvearrowright ↫looparrowleft ↬looparrowright ⊸multimap ↚nleftarrow
    ↛nrightarrow ↮nleftrightarrow ⇍nLeftarrow ⇏nRightarrow ⇎nLeftrightarrow ⇠dashleftarrow ⇢dashrightarrow ⤳rightwavearrow
    ⟨langle ⟩rangle ⟪lAngle ⟫rAngle ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor ⟦llbracket,lBrack ⟧rrbracket,rBrack ⦃lBrace ⦄rBrace
    ⌜ulcorner ⌝urcorner ⌞llcorner ⌟lrcorner ‖Vert,lVert,rVert ∥Parallel ⟮lgroup ⟯rgroup ⎰lmoustache ⎱rmoustache
    …ldots,dots,hellip ⋯cdots ⋮vdots ⋱ddots ⋰iddots,adots §S,sect ¶P,para ©copyright ®registered ™trademark,tm °degree,deg
    €euro £pounds ¥yen ¢cent ¤currency ✓checkmark ✗xmark,ballotx ✠maltese №numero ‰permil ‱permyriad ªordfeminine
    ºordmasculine ¡exclamdown ¿questiondown «guillemotleft »guillemotright ‹guilsinglleft ›guilsinglright „quotedblbase
    ‚quotesinglbase “ldq ”rdq ‘lq ’rq –endash,ndash —emdash,mdash ―horizontalbar ¦brokenbar ␣visiblespace
    ßss ẞSS æae ÆAE œoe ŒOE åaa ÅAA øo ØO łl ŁL ıi ȷj þth ÞTH ðdh ÐDH đdj ĐDJ ŋng ŊNG ſlongs ĳij ĲIJ
    ℂComplex,C ℕNaturals,N ℙPrimes ℚRationals,Q ℝReals,R ℤIntegers,Z ℍQuaternions ♀female ♂male ☉sun ☽moon ⊙astrosun
    ♠spadesuit ♣clubsuit ♡heartsuit ♢diamondsuit ♥heart ♦vardiamondsuit □square,Box ■blacksquare,bsquare ◇Diamond,lozengewhite ◊lozenge
    ◆blackdiamond ⧫blacklozenge ▲blacktriangle ▼blacktriangledown ◀blacktriangleleft ▶blacktriangleright ★bigstar ☆bigwhitestar
    ●blackcircle ○whitecircle ½half,onehalf ¼quarter ¾threequarters ⅓onethird ⅔twothirds ♩quarternote ♪eighthnote ♫twonotes
    ⏎return ⇥tab ⇧shift ⌘command,cmd ⌥option,opt ⌃control,ctrl ⎋escape,esc ⌫backspace,delete ⇪capslock ␀nul
    ∕slash ⁄fractionslash ‾overline ‿undertie ⁀tie ⌀diameter,varnothingdiameter ⊹hermitian ⋅sdot ⦿circledbullet ℮estimated
    ⌊floor ⌈ceil ⊢proves ⊥perpendicular ≡identical ⁂asterism ⁎lowast ‽interrobang ⸮reversequestion ✶sixstar ❦floralheart
    """

  /// The characters written as numbers: marks that combine with the letter before them, spaces, and look-alikes.
  static let unseen = """
    U+0302=hat U+0303=tilde U+0304=bar U+0305=overbar U+0306=breve U+0307=dot U+0308=ddot U+20DB=dddot U+20DC=ddddot
    U+0301=acute U+0300=grave U+030C=check,caron U+030A=ring,mathring U+20D7=vec U+0332=underline,underbar U+0338=not
    U+0327=cedilla U+0328=ogonek U+0323=underdot U+0336=strike U+0330=undertilde U+0331=macronbelow U+030B=doubleacute
    U+2003=quad,emspace U+2002=enspace,enskip U+2009=thinspace U+200A=hairspace U+00A0=nbsp,nobreakspace
    U+202F=narrownbsp U+2007=figurespace U+205F=medmathspace U+200B=zwsp U+200D=zwj U+200C=zwnj U+2060=wordjoiner
    U+00AD=softhyphen U+2212=minus U+2215=divslash U+2011=nbhyphen
    """
}
