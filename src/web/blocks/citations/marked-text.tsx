import { Fragment } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import type { Marked } from '../../../shared/knowledge/answering-sentence.ts'

/** The server cuts what stands around a passage by length; a partial word at such a cut is removed. */
const isCut = (around: string) => around.length >= limits.passageAround
export const startOf = (before: string) =>
  isCut(before) ? `… ${before.replace(/^\S*\s+/, '').trimEnd()}` : before.trim()
export const endOf = (after: string) =>
  isCut(after) ? `${after.replace(/\s+\S*$/, '').trimStart()} …` : after.trim()

/** @param props.marked what a reply was made from, in order and without overlaps */
export function MarkedText({ text, marked }: { text: string; marked: readonly Marked[] }) {
  return (
    <>
      {marked.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(marked[index - 1]?.to ?? 0, from)}
          <mark className="bg-cyan/20 box-decoration-clone py-0.5 text-text">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marked.at(-1)?.to)}
    </>
  )
}
