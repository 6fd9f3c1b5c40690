#!/usr/bin/env bash
# Makes the inputs that fuzzing begins with: one of every kind, in fuzz/corpus/TARGET. Needs the command `marquetry`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
cd "$desk"
into() { mkdir -p "$root/fuzz/corpus/$1" && cat > "$root/fuzz/corpus/$1/$2"; }
marquetry generate 4x4 --seed 1 --clues 2 --out p.json --solution s.json 2> /dev/null
for form in puzzle pieces hints puzzle-json csv dimacs; do
  marquetry convert p.json --to "$form" 2> /dev/null | into puzzle_or_board "$form"
done
for form in board bucas dev board-doc grid quads meta line; do
  marquetry convert s.json --puzzle p.json --to "$form" 2> /dev/null | into puzzle_or_board "$form"
done
printf 's SATISFIABLE\nv 1 -2 3 0\n' | into puzzle_or_board model
printf 'c x\n4 4\n1 2 3 4\n' | into puzzle_or_board puz
printf '1010\n0101\n' | into tokens rows
marquetry tokens generate 4 --remove 4 --seed 1 --out grid.json 2> /dev/null && into tokens json < grid.json
marquetry campaign init | into plan template
for plan in "$root"/crates/marquetry-cli/plans/*.toml; do into plan "$(basename "$plan")" < "$plan"; done
marquetry campaign measure twin-4x4 --with greedy --work 20 --seeds 1-2 --store s.sqlite --quiet > /dev/null
marquetry campaign export s.sqlite --to jsonl --puzzles | into store_lines runs
marquetry hunt twin-4x4 --with local --work 300 --archive a --seed 1 --quiet > /dev/null
for file in boards.jsonl hunt.json bests.jsonl; do
  case $file in boards.jsonl) first='\000' ;; hunt.json) first='\010' ;; *) first='\020' ;; esac
  { printf "$first"; head -n 20 "a/$file"; } | into archive "$file"
done
marquetry count twin-8x8 --time 1s --checkpoint c.json --quiet > /dev/null || true
sed 's/^.*"count"://; s/}$//' c.json | into checkpoint eight
line=$(marquetry convert s.json --puzzle p.json --to line 2> /dev/null)
printf '{"puzzle":"twin-4x4","cells":%s}' "$line" | into studio board
printf '{"puzzle":"twin-4x4","cells":%s,"cell":3,"piece":2}' "$line" | into studio fits
printf '{"text":"4 4\\n0 1 2 0\\n"}' | into studio read
printf '{"width":4,"height":4,"preset":"easy","seed":"1"}' | into studio make
printf '{"puzzle":"twin-4x4","algorithm":"local","parameters":{},"seed":"1","threads":1,"time_s":1}' | into studio run
