import { useId } from 'react'
import type { Platform } from '../../../../shared/social.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { AskAgainIcon, StopIcon, TrashIcon } from '../../../ui/icons.tsx'
import { countFor } from '../count/count-for.ts'
import { isBlank, type Lane } from '../desk/lanes.ts'
import { iconButton } from './icon-button.ts'
import { LaneCount, LaneLevel } from './lane-count.tsx'
import { LaneNote } from './lane-note.tsx'
import { LaneText } from './lane-text.tsx'
import { OpenInPlatform } from './open-in-platform.tsx'

/** What can be done with one draft. */
export interface LaneDeeds {
  stop: (id: string) => void
  again: (id: string) => void
  edit: (id: string, text: string) => void
  swap: (id: string) => void
  remove: (id: string) => void
}

/** One draft: its text, how long that is for its platform, and what can be done with it. */
export function LaneView(props: { lane: Lane; number: number; platform: Platform; deeds: LaneDeeds }) {
  const { lane, platform, deeds } = props
  const { id } = lane
  const countId = useId()
  const name = `Draft ${props.number}`
  const count = countFor(platform, lane.content)
  const isWriting = lane.state === 'writing'
  return (
    <li aria-label={name} className="panel hairline cut grid content-start">
      <div className="grid max-md:sticky max-md:top-[calc(var(--header-height)+1px)] max-md:z-10 max-md:bg-raised">
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
          onEdit={(text) => deeds.edit(id, text)}
        />
      </div>
      <LaneNote lane={lane} onRetry={() => deeds.again(id)} onSwap={() => deeds.swap(id)} />
      <div className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-3.5 py-2">
        {isWriting ? (
          <button type="button" className={stopButton} onClick={() => deeds.stop(id)}>
            <StopIcon width={15} height={15} />
            Stop
            <span className="sr-only">{` ${name}`}</span>
          </button>
        ) : (
          <>
            {!isBlank(lane.content) && (
              <>
                <CopyButton text={lane.content} label={`Copy ${name}`} />
                <button
                  type="button"
                  aria-label={`Write another ${name}`}
                  title="Write another"
                  className={iconButton}
                  onClick={() => deeds.again(id)}
                >
                  <AskAgainIcon width={16} height={16} />
                </button>
              </>
            )}
            <button
              type="button"
              aria-label={`Remove ${name}`}
              title="Remove"
              className={iconButton}
              onClick={() => deeds.remove(id)}
            >
              <TrashIcon width={16} height={16} />
            </button>
            {!isBlank(lane.content) && <OpenInPlatform platform={platform} text={lane.content} />}
          </>
        )}
      </div>
    </li>
  )
}

const stopButton =
  'inline-flex min-h-8 items-center gap-2 px-2 text-[13px] text-muted transition-colors hover:text-cyan max-md:min-h-11'

/** How the writing of it goes, or ended. */
function Mark({ lane }: { lane: Lane }) {
  if (lane.state === 'writing')
    return (
      <span className="flex items-center gap-2 text-magenta">
        <span aria-hidden="true" className="dot animate-pulse-soft [--hue:var(--color-magenta)]" />
        Writing
      </span>
    )
  if (isBlank(lane.content)) return null
  if (lane.edited) return <span className="text-muted">Edited</span>
  if (lane.cutShort) return <span className="text-warning">Cut short</span>
  if (lane.state === 'stopped') return <span className="text-muted">Stopped</span>
  return null
}
