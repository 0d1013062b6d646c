import { createContext, type ReactNode } from 'react'

/** Renders the mark of a number; null if numbers have no marks. */
export const Marks = createContext<((n: number) => ReactNode) | null>(null)

/**
 * Writes a mark into a text that will be rendered. It uses brackets that nobody types, and that the Markdown parser
 * treats like `[` and `]` next to emphasis.
 */
export const writeMark = (n: number): string => `\u2045${n}\u2046`

/** Replaces the marks of a text by plain brackets, for places that do not render marks. */
export const withoutMarks = (text: string): string => text.replace(/\u2045(\d{1,3})\u2046/g, '[$1]')

/** Splits a text at its marks: the items at odd indexes are their numbers. */
export const splitMarks = (text: string): string[] => text.split(/\u2045(\d{1,3})\u2046/)
