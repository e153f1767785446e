import type { FileWithText } from './tracked-files.ts'

/** The names that people choose: for workspaces, tokens, service accounts, rules and themselves. */
const names =
  /(?:^|\.)(?:displayName|firstName|lastName|nickname)$|(?:^|\.)(?:token|authToken|serviceAccount|rule)\.name$/
/** An element whose only child is an expression without calls. */
const onlyChild = />\s*\{([\w.?!]+)\}\s*<\//g
const followsItsText = /^<(?:bdi|Truncate|OrNone)\b|\bdir="auto"/

/** Checks that names take their direction from their own text, so that Arabic names read correctly next to English words. */
export function namesFollowTheirDirection(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => /^apps\/portal\/src\/.*\.tsx$/.test(path) && !path.endsWith('.test.tsx'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(onlyChild)]
        .filter(({ 1: expression = '' }) => names.test(expression.replace(/[?!]/g, '')))
        .filter(({ index }) => !followsItsText.test(text.slice(text.lastIndexOf('<', index), index)))
        .map(({ 1: expression }) => `${path}: wrap {${expression}} in <bdi> or add dir="auto"`),
    )
}
