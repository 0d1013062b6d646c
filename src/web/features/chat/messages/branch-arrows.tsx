import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx'
import type { Branches } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'
import type { TurnActions } from './turn-actions.ts'

type Select = NonNullable<TurnActions['select']>

export default function BranchArrows(props: {
  /** What has the versions, such as `your question`. */
  of: string
  branches: Branches
  onSelect: Select
}) {
  const { ids } = props.branches
  const [index, turnTo] = useWanted(props.branches, props.onSelect)
  const last = ids.length - 1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    turnTo(event.key === 'Home' ? 0 : last)
  }
  const arrow = (to: number, end: number, label: string, Icon: typeof NextIcon) => {
    return (
      // The last arrow stays a focusable button, so that the focus is not lost on reaching the end.
      <IconButton
        label={label}
        aria-disabled={index === end}
        aria-keyshortcuts={end === 0 ? 'Home' : 'End'}
        className="aria-disabled:opacity-40 aria-disabled:hover:text-muted"
        onClick={(event) => turnTo(event.shiftKey ? end : to)}
      >
        <Icon width={15} height={15} />
      </IconButton>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <span
      role="group"
      aria-label={texts.versionsOf(props.of)}
      className="inline-flex items-center"
      onKeyDown={onKeyDown}
    >
      {arrow(index - 1, 0, texts.previousVersion, PreviousIcon)}
      <span role="status" className="display text-13 font-medium tracking-[0.06em] text-soft tabular-nums">
        <span className="sr-only">{texts.version} </span>
        {`${index + 1}/${ids.length}`}
      </span>
      {arrow(index + 1, last, texts.nextVersion, NextIcon)}
    </span>
  )
}

/** The version that was pressed for, at once: what it says may have to be loaded, and each further press counts from it. */
function useWanted({ index, ids }: Branches, onSelect: Select) {
  const [wanted, setWanted] = useState<string>()
  const place = wanted === undefined ? -1 : ids.indexOf(wanted)
  const shown = place < 0 ? index : place
  const turnTo = (to: number) => {
    const id = ids[to]
    if (id === undefined || to === shown) return
    setWanted(id)
    void Promise.resolve(onSelect(id)).then(() => setWanted((now) => (now === id ? undefined : now)))
  }
  return [shown, turnTo] as const
}
