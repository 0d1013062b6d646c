import type { PostCount } from '../count/count-for.ts'

/** Both layers set the same text in the same place. */
const layer =
  'col-start-1 row-start-1 min-h-[5lh] w-full px-5 py-4 text-base leading-[1.55] whitespace-pre-wrap wrap-anywhere'

/**
 * A draft's text, to be edited where it stands. It grows with its text, and what is too long is marked: both by a
 * second layer behind it that has the same words.
 */
export function LaneText(props: {
  label: string
  text: string
  /** While somebody else writes in it. */
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
        {/* A last line that is empty takes its room as well. */}
        {'\u200b'}
      </div>
      <textarea
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={count.over > 0}
        readOnly={props.readOnly}
        placeholder={props.readOnly ? 'Processing neural response' : ''}
        value={text}
        autoComplete="off"
        onChange={(event) => props.onEdit(event.target.value)}
        className={`${layer} resize-none overflow-hidden bg-transparent focus-visible:-outline-offset-3`}
      />
    </div>
  )
}
