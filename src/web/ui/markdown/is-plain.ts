/** What can be markup, a formula or an address, wherever it stands, and what can only at a line's beginning. */
const markup = /[`*_~[\]<&\\|$]|:\/\/|www\.|@[^\s@]+\.\S|^[ \t]*(?:[-+#>=]|\d{1,9}[.)])|^(?: {4}|[ ]*\t)/im

/** A text that surely has no markup, as most of what people say, is drawn without the renderer. */
export const isPlain = (text: string): boolean => !markup.test(text)
