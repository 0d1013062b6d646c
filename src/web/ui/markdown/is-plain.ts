/**
 * What can be markup of Markdown, a formula or an address, wherever it stands, and what can only at a line's beginning.
 */
const markup = /[`*_~[\]<&\\|$]|:\/\/|www\.|@[^\s@]+\.\S|^[ \t]*(?:[-+#>=]|\d{1,9}[.)])|^(?: {4}|[ ]*\t)/im

/** Such a text is drawn without the renderer, as is most of what people say to each other. */
export const isPlain = (text: string): boolean => !markup.test(text)
