import { createContext, type ReactNode } from 'react'

/** Renders the mark of a number, by its place among the marks of the text; null if numbers have no marks. */
export const Marks = createContext<((n: number, place: number) => ReactNode) | null>(null)

/** Renders words in which people and agents are mentioned; null where nobody can be. */
export const Mentions = createContext<((words: string) => ReactNode) | null>(null)

/** Uses brackets that nobody types, and that the Markdown parser treats like `[` and `]` next to emphasis. */
export const writeMark = (n: number, place: number): string => `\u2045${n}.${place}\u2046`

/** Leaves plain brackets, for places that do not render marks. */
export const withoutMarks = (text: string): string => text.replace(/\u2045(\d{1,3})\.\d{1,5}\u2046/g, '[$1]')

/** The items at odd indexes are numbers with their places, such as `2.0`. */
export const splitMarks = (text: string): string[] => text.split(/\u2045(\d{1,3}\.\d{1,5})\u2046/)
