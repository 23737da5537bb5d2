# An expression for Nix, of the archives of the release.
{ lib, stdenv, fetchurl, autoPatchelfHook }:

let
  archives = {
    x86_64-linux = {
      name = "linux-x86_64";
      hash = "@SHA256_LINUX_X86_64@";
    };
    aarch64-linux = {
      name = "linux-aarch64";
      hash = "@SHA256_LINUX_AARCH64@";
    };
  };
  archive = archives.${stdenv.hostPlatform.system};
in
stdenv.mkDerivation rec {
  pname = "catchword";
  version = "@VERSION@";

  src = fetchurl {
    url = "@RELEASE@/catchword-${version}-${archive.name}.tar.gz";
    sha256 = archive.hash;
  };

  nativeBuildInputs = [ autoPatchelfHook ];
  dontStrip = true;

  installPhase = ''
    runHook preInstall
    mkdir -p $out
    cp -R bin share $out/
    runHook postInstall
  '';

  meta = {
    description = "Completion server for any text in any editor";
    homepage = "@URL@";
    license = lib.licenses.mit;
    mainProgram = "catchword";
    platforms = builtins.attrNames archives;
  };
}
