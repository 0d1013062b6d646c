/** What can be markup of Markdown, a formula or an address, wherever it stands, and what can only at a line's beginning. */
const markup = /[`*_~[\]<&\\|$]|:\/\/|www\.|@[^\s@]+\.\S|^[ \t]*(?:[-+#>=]|\d{1,9}[.)])|^(?: {4}|[ ]*\t)/im

/**
 * Whether a text surely has no markup, so that it is drawn as it stands without the renderer. Most of what people say to
 * each other is such.
 */
export const isPlain = (text: string): boolean => !markup.test(text)
