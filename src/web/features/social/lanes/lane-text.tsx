import type { PostCount } from '../count/count-for.ts'
import * as texts from '../texts.ts'

/** The layout shared by both layers, so that their text is in the same place. */
const layer =
  'endless col-start-1 row-start-1 min-h-[5lh] w-full px-5 py-4 text-base leading-[1.55] whitespace-pre-wrap wrap-anywhere'

/** It grows with its text, and marks what is too long, both with a second layer behind it that has the same text. */
export function LaneText(props: {
  label: string
  text: string
  readOnly: boolean
  count: PostCount
  describedBy: string
  onEdit: (text: string) => void
}) {
  const { text, count } = props
  const at = count.overAt ?? text.length
  return (
    <div className="grid">
      <div aria-hidden="true" className={`${layer} text-transparent`}>
        {text.slice(0, at)}
        {at < text.length && <mark className="bg-bad/30 text-transparent">{text.slice(at)}</mark>}
        {/* Gives an empty last line its height. */}
        {'\u200b'}
      </div>
      <textarea
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={count.over > 0}
        readOnly={props.readOnly}
        placeholder={props.readOnly ? texts.processing : ''}
        value={text}
        autoComplete="off"
        onChange={(event) => props.onEdit(event.target.value)}
        className={`${layer} resize-none overflow-hidden bg-transparent focus-visible:-outline-offset-3`}
      />
    </div>
  )
}
