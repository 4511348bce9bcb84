#!/usr/bin/env bash
# Opens a rule file with a mistake in each editor that is installed, configured as README.md says, and waits for the complaint.
# The program is that of `cargo build`, or the one that NIMRULE names.
set -euo pipefail
cd "$(dirname "$0")"
program=$(realpath "${NIMRULE:-${CARGO_TARGET_DIR:-../target}/debug/nimrule}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$program" "$folder/bin/nimrule"
export PATH="$folder/bin:$PATH" HOME="$folder"
failed=0
tried=0

# The code block with this number among those of this kind.
block() {
  awk -v kind="$1" -v number="$2" '
    /^```/ { inside = !inside && $0 == "```" kind && ++count == number; next }
    inside' README.md
}

# Whether what is said behind the name and the version holds the complaint.
judge() {
  tried=1
  if grep -q 'nothing is called `anny`' "$folder/said"; then
    echo "ok      $1, $2"
  else
    echo "FAILED  $1, $2"
    cat "$folder/said"
    failed=1
  fi
}

block lua 1 > "$folder/init.lua"
block elisp 1 > "$folder/eglot.el"
{ block elisp 1 | head -n -3; block elisp 2; } > "$folder/lsp.el"
block vim 1 > "$folder/ale.vim"
cd "$folder"
printf 'game nim { take anny }\n' > wrong.nimrule

if command -v nvim > /dev/null; then
  # The mistake is mended, and `plot` pressed.
  printf '#!/bin/sh\ncp "$1" opened.tmp && mv opened.tmp opened\n' > bin/xdg-open
  chmod +x bin/xdg-open
  cat > ask.lua << 'LUA'
    local function wait(what) assert(vim.wait(20000, what, 20), "it does not come") end
    local function count() return #vim.diagnostic.get(0) end
    wait(function() return count() > 0 end)
    print(vim.diagnostic.get(0)[1].message)
    vim.api.nvim_buf_set_text(0, 0, 16, 0, 20, { "any" })
    wait(function() return count() == 0 end)
    vim.lsp.codelens.refresh()
    local function plot()
      for _, it in ipairs(vim.lsp.codelens.get(0)) do
        if it.command and it.command.title == "plot" then return it.command end
      end
    end
    wait(plot)
    vim.lsp.commands["nimrule.plot"](plot(), { bufnr = 0 })
    wait(function() return vim.fn.filereadable("opened") == 1 end)
LUA
  timeout 90 nvim --headless -u init.lua wrong.nimrule -c 'luafile ask.lua' -c 'qa!' < /dev/null > said 2>&1 || true
  grep -qs '<h1>nim</h1>' opened || echo 'no page' > said
  judge Neovim "$(nvim --version | head -1)"
fi

if command -v emacs > /dev/null; then
  cat > ask.el << 'ELISP'
    (find-file "wrong.nimrule")
    (run-hooks 'post-command-hook)
    (with-timeout (20 (message "it does not come"))
      (while (not (flymake-diagnostics)) (accept-process-output nil 0.1)))
    (message "%s" (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
ELISP
  for client in eglot lsp; do
    library=${client/%lsp/lsp-mode}
    load=(--batch -f package-initialize)
    emacs "${load[@]}" -l "$library" > said 2>&1 || continue
    timeout 90 emacs "${load[@]}" --eval '(setq lsp-auto-guess-root t lsp-diagnostics-provider :flymake)' -l "$library" \
      -l "$client.el" -l ask.el < /dev/null > said 2>&1 || true
    judge "Emacs with $library" "$(emacs --version | head -1)"
  done
fi

if [ -d /usr/share/vim-ale ] && vim --version | grep -q '+channel'; then
  cat > ask.vim << 'VIM'
    let tries = 0
    while empty(getloclist(0)) && tries < 200
      sleep 100m
      let tries += 1
    endwhile
    call writefile(map(getloclist(0), {_, it -> it.text}), 'said')
    qa!
VIM
  : > said
  printf 'set nocompatible runtimepath^=/usr/share/vim-ale\nfiletype plugin on\nsource ale.vim\n' > vimrc
  timeout 90 vim --not-a-term -u vimrc wrong.nimrule -S ask.vim < /dev/null > /dev/null 2>&1 || true
  judge "Vim with ALE" "$(vim --version | head -1)"
fi
if [ "$tried" = 0 ]; then
  echo "FAILED  no editor is installed that is tried: Neovim, Emacs with eglot or lsp-mode, Vim with ALE" >&2
  exit 1
fi
exit "$failed"
