import { useId } from 'react'
import { type Platform, platformRules } from '../../../../shared/social.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { AskAgainIcon, OutsideIcon, StopIcon, TrashIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import { countFor, type PostCount } from '../count/count-for.ts'
import { isBlank, type Lane } from '../draft-store/lanes.ts'
import * as texts from '../texts.ts'
import { composeLink } from './compose-link.ts'
import { LaneNote } from './lane-note.tsx'

export interface LaneActions {
  stop: (id: string) => void
  again: (id: string) => void
  edit: (id: string, text: string) => void
  swap: (id: string) => void
  remove: (id: string) => void
}

export function LaneView(props: { lane: Lane; number: number; platform: Platform; actions: LaneActions }) {
  const { lane, platform, actions } = props
  const { id } = lane
  const countId = useId()
  const name = texts.draft(props.number)
  const count = countFor(platform, lane.content)
  const isWriting = lane.state === 'writing'
  return (
    <li aria-label={name} tabIndex={-1} className="panel hairline cut grid content-start">
      <div
        data-sticks=""
        className="grid max-md:sticky max-md:top-[calc(var(--header-height)+1px)] max-md:z-10 max-md:bg-raised"
      >
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2">
          <h3 className="label flex items-center gap-2.5">
            {name}
            <Mark lane={lane} />
          </h3>
          <LaneCount id={countId} count={count} />
        </div>
        <LaneLevel count={count} />
      </div>
      <div className="grid">
        <LaneText
          label={name}
          text={lane.content}
          readOnly={isWriting}
          count={count}
          describedBy={countId}
          onEdit={(text) => actions.edit(id, text)}
        />
      </div>
      <LaneNote lane={lane} onRetry={() => actions.again(id)} onSwap={() => actions.swap(id)} />
      <div className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-3.5 py-2">
        {isWriting ? (
          <button type="button" className={stopButton} onClick={() => actions.stop(id)}>
            <StopIcon width={15} height={15} />
            {texts.stop}
            <span className="sr-only">{` ${name}`}</span>
          </button>
        ) : (
          <>
            {!isBlank(lane.content) && (
              <>
                <CopyButton text={lane.content} label={texts.copy(name)} />
                <IconButton
                  label={texts.writeAgainWhich(name)}
                  title={texts.writeAgain}
                  onClick={() => actions.again(id)}
                >
                  <AskAgainIcon width={16} height={16} />
                </IconButton>
              </>
            )}
            <IconButton
              label={texts.removeWhich(name)}
              title={texts.remove}
              onClick={() => actions.remove(id)}
            >
              <TrashIcon width={16} height={16} />
            </IconButton>
            {!isBlank(lane.content) && <OpenInPlatform platform={platform} text={lane.content} />}
          </>
        )}
      </div>
    </li>
  )
}

const stopButton =
  'inline-flex min-h-8 items-center gap-2 px-2 text-13 text-muted transition-colors hover:text-cyan max-md:min-h-11'

function Mark({ lane }: { lane: Lane }) {
  if (lane.state === 'writing')
    return (
      <span className="flex items-center gap-2 text-magenta">
        <span aria-hidden="true" className="dot animate-pulse-soft [--hue:var(--color-magenta)]" />
        {texts.writing}
      </span>
    )
  if (isBlank(lane.content)) return null
  if (lane.edited) return <span className="text-muted">{texts.edited}</span>
  if (lane.cutShort) return <span className="text-warning">{texts.cutShort}</span>
  if (lane.state === 'stopped') return <span className="text-muted">{texts.stopped}</span>
  return null
}

function LaneCount({ count, id }: { count: PostCount; id: string }) {
  const { used, limit, unit, over } = count
  return (
    <p
      id={id}
      className={`display flex-none text-13 tabular-nums ${over > 0 ? 'text-[#ff8ba0]' : 'text-soft'}`}
    >
      <span className="font-semibold">{used.toLocaleString('en-US')}</span>
      {` / ${limit.toLocaleString('en-US')} ${unit}`}
      {over > 0 && <span className="font-semibold">{texts.over(over.toLocaleString('en-US'))}</span>}
    </p>
  )
}

function LaneLevel({ count }: { count: PostCount }) {
  const part = Math.min(count.used / count.limit, 1)
  return (
    <div aria-hidden="true" className="h-0.5 bg-line">
      <div
        className={`h-full origin-left transition-transform duration-200 ${count.over > 0 ? 'bg-bad' : 'bg-cyan'}`}
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  )
}

/** A link to the platform's compose page, with the text filled in if an address can have it. */
function OpenInPlatform({ platform, text }: { platform: Platform; text: string }) {
  const { name } = platformRules[platform]
  const { href, carriesText } = composeLink(platform, text)
  const copyFirst = async () => {
    if (await copyText(text)) toast.success(texts.copiedFor(name))
    else toast.error(texts.notCopied)
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="button cut hairline button-small ml-auto max-md:min-h-11"
      {...(!carriesText && { onClick: () => void copyFirst() })}
    >
      {carriesText ? texts.openIn(name) : texts.copyAndOpen(name)}
      <OutsideIcon width={15} height={15} />
      <span className="sr-only">{texts.opensTab}</span>
    </a>
  )
}

/** The layout shared by both layers, so that their text is in the same place. */
const layer =
  'endless col-start-1 row-start-1 min-h-[5lh] w-full px-5 py-4 text-base leading-[1.55] whitespace-pre-wrap wrap-anywhere'

/** It grows with its text, and marks what is too long, both with a second layer behind it that has the same text. */
function LaneText(props: {
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
