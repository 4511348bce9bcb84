# What Homebrew builds the program from. The release workflow puts the address of the source and its sum in the place of the two
# words, and `brew install --formula ./nimrule.rb` then installs it.
class Nimrule < Formula
  desc "Write down the rules of a Nim-like game and get what the mathematics knows about it"
  url "@URL@"
  sha256 "@SUM@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--profile", "dist", *std_cargo_args
    (buildpath/"nimrule.1").write Utils.safe_popen_read(bin/"nimrule", "man")
    man1.install "nimrule.1"
    generate_completions_from_executable(bin/"nimrule", "completions")
  end

  test do
    assert_match "the first player wins", shell_output("#{bin}/nimrule solve kayles 5 8")
  end
end
