/** The completion scripts of the shells. They contain all words, so that completion doesn't start a process. */
import type { Candidate, CompletionTree } from './completion-tree.ts'

const dollar = '$'

/** After its two words, a command only has options. `completion` and `activity` are single words. */
export function bashCompletion(tree: CompletionTree): string[] {
  const cases = [...tree].map(
    ([path, candidates]) => `    'portal${path && ` ${path}`}') words='${wordsOf(candidates)}' ;;`,
  )
  return [
    '_portal() {',
    '  local words= path=portal index',
    '  for ((index = 1; index < COMP_CWORD && index < 3; index++)); do',
    `    case " ${dollar}_portal_paths " in *" ${dollar}path/${dollar}{COMP_WORDS[index]} "*) path="${dollar}path/${dollar}{COMP_WORDS[index]}" ;; esac`,
    '  done',
    `  case "${dollar}{path//\\// }" in`,
    ...cases,
    '  esac',
    `  COMPREPLY=(${dollar}(compgen -W "${dollar}words" -- "${dollar}{COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    `_portal_paths='${[...tree.keys()].map(slashed).join(' ')}'`,
    'complete -o default -F _portal portal',
  ]
}

const wordsOf = (candidates: Candidate[]) => candidates.map(({ word }) => word).join(' ')
const slashed = (path: string) => ['portal', ...path.split(' ').filter(Boolean)].join('/')

const zshCandidates = (candidates: Candidate[]) =>
  candidates.map(({ word, description }) => `'${word}:${description.replaceAll(':', ' ')}'`).join(' ')

export function zshCompletion(tree: CompletionTree): string[] {
  return [
    '#compdef portal',
    '_portal() {',
    '  local -a candidates',
    '  local path=portal index',
    `  local known=' ${[...tree.keys()].map(slashed).join(' ')} '`,
    '  for ((index = 2; index < CURRENT && index < 4; index++)); do',
    `    [[ ${dollar}known == *" ${dollar}path/${dollar}{words[index]} "* ]] && path="${dollar}path/${dollar}{words[index]}"`,
    '  done',
    `  case "${dollar}path" in`,
    ...[...tree].map(
      ([path, candidates]) => `    ${slashed(path)}) candidates=(${zshCandidates(candidates)}) ;;`,
    ),
    '  esac',
    `  if (( ${dollar}#candidates )); then _describe command candidates; else _files; fi`,
    '}',
    'compdef _portal portal',
  ]
}

const fishCondition = (path: string) => (path === '' ? '__fish_use_subcommand' : `__portal_is_at ${path}`)

export function fishCompletion(tree: CompletionTree): string[] {
  const lines = [...tree].flatMap(([path, candidates]) =>
    candidates.map(({ word, description }) => {
      const kind = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c portal -n '${fishCondition(path)}' ${kind} -d '${description}'`
    }),
  )
  return [
    'function __portal_is_at',
    '  set -l words (commandline -opc)',
    '  set -l last (math 1 + (count $argv))',
    '  test (count $words) -ge $last',
    '  and test "$words[2..$last]" = "$argv"',
    'end',
    'complete -c portal -f',
    ...lines,
  ]
}
