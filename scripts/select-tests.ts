/** A test file: its path from the root of the repository, and its text. */
export interface TestFile {
  path: string
  source: string
}

/** The first argument of `test(...)`, `requestTest(...)` and `describe(...)`, and of what `test.each(...)` and the like return. */
const titled = /(?:\b(?:test|requestTest|describe)|[\])]|>)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g

/**
 * The placeholders that are filled in when a test runs: a template's expressions, and `test.each`'s own `%s` and
 * `$name`.
 */
const filledIn = /\$\{[^}]*\}|%[sdifjoO#]|\$[a-z]\w*/

/**
 * The files with the tests that match some words: all tests of files that have the words in their path, and candidates
 * that may have them in a title, which only the runner can decide, because titles have placeholders.
 */
export function selectTests(
  files: readonly TestFile[],
  words: string,
): { byPath: string[]; byTitle: string[] } {
  const sought = words.toLowerCase()
  const mayHaveTitle = ({ source }: TestFile) =>
    [...source.matchAll(titled)].some(
      ([, , title = '']) => title.toLowerCase().includes(sought) || filledIn.test(title),
    )
  const byPath = files.filter(({ path }) => path.toLowerCase().includes(sought))
  const byTitle = files.filter((file) => !byPath.includes(file) && mayHaveTitle(file))
  return { byPath: byPath.map(({ path }) => path), byTitle: byTitle.map(({ path }) => path) }
}

/** The pattern of a regular expression that matches the words literally, ignoring case. */
export function patternOf(words: string): string {
  return `(?i:${words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')})`
}
