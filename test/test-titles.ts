/** The first argument of `test(...)`, and of what `test.each(...)`, `test.runIf(...)` and the like give back. */
const titled = /(?:\btest|[\])]|>)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g

/** What is filled in when the test runs: a template's expressions, and `test.each`'s own `%s` and `$name`. */
const filledIn = /\$\{[^}]*\}|%[sdifjoO#]|\$[a-z]\w*/g

/**
 * Whether a source of tests has a test of that title, read from the text alone: as it is written there, or as it runs,
 * where every part that is filled in stands in the same source, too.
 */
export function hasTest(source: string, title: string): boolean {
  return [...source.matchAll(titled)].some(([, , written = '']) => {
    const text = written.replaceAll(/\\(['"`])/g, '$1')
    if (text === title) return true
    if (text.search(filledIn) === -1) return false
    const literals = text.split(filledIn).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    const fillings = new RegExp(`^${literals.join('(.+?)')}$`).exec(title)?.slice(1)
    return fillings?.every((filling) => source.includes(filling)) ?? false
  })
}
