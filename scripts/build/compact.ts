import type { OutputOptions, Plugin } from 'rolldown'

/**
 * How a bundle that Node runs is written: without white space and comments, and with the names that functions are shown by
 * in a stack. Node keeps the text of the code it runs, two bytes for each character once one of a file is beyond Latin-1;
 * so such characters are written as escapes.
 */
export const compact = {
  charset: 'ascii',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} as const satisfies OutputOptions

/** Fails a bundle with a character that could not be escaped, as in a tagged template, whose raw text can be read. */
export const refuseWideCharacters: Plugin = {
  name: 'refuse-wide-characters',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const found = file.type === 'chunk' && /.{0,40}[^\0-\xff].{0,40}/.exec(file.code)?.[0]
      if (found)
        this.error(`Write what is beyond Latin-1 as an escape, or outside of a tagged template: ${found}`)
    }
  },
}
