/** The completion scripts of the shells. They contain all words, so that completion doesn't start a process. */
import type { Candidate, CompletionTree } from './completion-tree.ts'

const dollar = '$'

const wordsOf = (candidates: Candidate[]) => candidates.map(({ word }) => word).join(' ')
const slashed = (path: string) => ['portal', ...path.split(' ').filter(Boolean)].join('/')
const pathsOf = (tree: CompletionTree) => [...tree.keys()].map(slashed).join(' ')

/** The options that are followed by a value. After them, the shells offer files. */
const valueOptions = (tree: CompletionTree) => {
  const options = [...tree.values()].flat().filter(({ takesValue }) => takesValue)
  return [...new Set(options.map(({ word }) => word))].join(' ')
}

/** Options can be anywhere on the line, so the path of the command consists of the other words. */
export function bashCompletion(tree: CompletionTree): string[] {
  const cases = [...tree].map(
    ([path, candidates]) => `    ${slashed(path)}) words='${wordsOf(candidates)}' ;;`,
  )
  return [
    '_portal() {',
    '  local words= command=portal index',
    `  [[ " ${dollar}_portal_values " == *" ${dollar}{COMP_WORDS[COMP_CWORD - 1]} "* ]] && return`,
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    `    [[ " ${dollar}_portal_paths " == *" ${dollar}command/${dollar}{COMP_WORDS[index]} "* ]] && command="${dollar}command/${dollar}{COMP_WORDS[index]}"`,
    '  done',
    `  case "${dollar}command" in`,
    ...cases,
    '  esac',
    `  COMPREPLY=(${dollar}(compgen -W "${dollar}words" -- "${dollar}{COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    `_portal_paths='${pathsOf(tree)}'`,
    `_portal_values='${valueOptions(tree)}'`,
    'complete -o default -F _portal portal',
  ]
}

const zshCandidates = (candidates: Candidate[]) =>
  candidates.map(({ word, description }) => `'${word}:${description.replaceAll(':', ' ')}'`).join(' ')

/**
 * The first completion runs the file itself as the function `_portal`, which then has to complete. `path` is not a free name in zsh:
 * it is `PATH`.
 */
export function zshCompletion(tree: CompletionTree): string[] {
  return [
    '#compdef portal',
    '_portal() {',
    '  local -a candidates',
    '  local command=portal index',
    `  local known=' ${pathsOf(tree)} ' values=' ${valueOptions(tree)} '`,
    `  if [[ ${dollar}values == *" ${dollar}{words[CURRENT-1]} "* ]]; then _files; return; fi`,
    '  for ((index = 2; index < CURRENT; index++)); do',
    `    [[ ${dollar}known == *" ${dollar}command/${dollar}{words[index]} "* ]] && command="${dollar}command/${dollar}{words[index]}"`,
    '  done',
    `  case "${dollar}command" in`,
    ...[...tree].map(
      ([path, candidates]) => `    ${slashed(path)}) candidates=(${zshCandidates(candidates)}) ;;`,
    ),
    '  esac',
    `  if (( ${dollar}#candidates )); then _describe command candidates; else _files; fi`,
    '}',
    `if [[ ${dollar}funcstack[1] == _portal ]]; then _portal "${dollar}@"; else compdef _portal portal; fi`,
  ]
}

/** After a group such as `tokens`, its commands are offered once. After a command, its options are offered anywhere. */
function fishCondition(path: string, { kind }: Candidate): string {
  return `${kind === 'command' ? '__portal_ends_with' : '__portal_is_at'}${path && ` ${path}`}`
}

function fishWord({ kind, word, takesValue }: Candidate): string {
  if (kind !== 'option') return `-a ${word}`
  return `-l ${word.slice(2)}${takesValue ? ' -r -F' : ''}`
}

export function fishCompletion(tree: CompletionTree): string[] {
  const lines = [...tree].flatMap(([path, candidates]) =>
    candidates.map(
      (candidate) =>
        `complete -c portal -n '${fishCondition(path, candidate)}' ${fishWord(candidate)} -d '${candidate.description}'`,
    ),
  )
  return [
    'function __portal_words',
    "  commandline -opc | string match -v -- '-*'",
    'end',
    'function __portal_is_at',
    '  set -l words (__portal_words)',
    '  set -l last (math 1 + (count $argv))',
    '  test (count $words) -ge $last',
    '  and test "$words[2..$last]" = "$argv"',
    'end',
    'function __portal_ends_with',
    '  test (count (__portal_words)) -eq (math 1 + (count $argv))',
    '  and begin',
    '    test (count $argv) -eq 0',
    '    or __portal_is_at $argv',
    '  end',
    'end',
    'complete -c portal -f',
    ...lines,
  ]
}
