# A formula for Homebrew, of the archives of the release.
class Catchword < Formula
  desc "Completion server for any text in any editor"
  homepage "@URL@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    depends_on macos: :sequoia
    depends_on arch: :arm64
    on_arm do
      url "@RELEASE@/catchword-@VERSION@-darwin-arm64.tar.gz"
      sha256 "@SHA256_DARWIN_ARM64@"
    end
  end

  on_linux do
    on_intel do
      url "@RELEASE@/catchword-@VERSION@-linux-x86_64.tar.gz"
      sha256 "@SHA256_LINUX_X86_64@"
    end
    on_arm do
      url "@RELEASE@/catchword-@VERSION@-linux-aarch64.tar.gz"
      sha256 "@SHA256_LINUX_AARCH64@"
    end
  end

  def install
    bin.install "bin/catchword"
    man1.install "share/man/man1/catchword.1"
    bash_completion.install "share/bash-completion/completions/catchword"
    zsh_completion.install "share/zsh/site-functions/_catchword"
    fish_completion.install "share/fish/vendor_completions.d/catchword.fish"
  end

  test do
    (testpath/"notes.txt").write "needlework\nneed"
    assert_match "needlework", shell_output("#{bin}/catchword complete notes.txt:2")
  end
end
