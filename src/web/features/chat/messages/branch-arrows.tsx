import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx'
import type { Branches } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'

export default function BranchArrows(props: {
  /** What has the versions, such as `your question`. */
  of: string
  branches: Branches
  onSelect: (messageId: string) => void
}) {
  const { index, ids } = props.branches
  const arrow = (to: number, label: string, Icon: typeof NextIcon) => {
    const id = ids[to]
    return (
      // The last arrow stays a focusable button, so that the focus is not lost on reaching the end.
      <IconButton
        label={label}
        aria-disabled={id === undefined}
        className="aria-disabled:opacity-40 aria-disabled:hover:text-muted"
        onClick={() => id !== undefined && props.onSelect(id)}
      >
        <Icon width={15} height={15} />
      </IconButton>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <span role="group" aria-label={texts.versionsOf(props.of)} className="inline-flex items-center">
      {arrow(index - 1, texts.previousVersion, PreviousIcon)}
      <span role="status" className="display text-13 font-medium tracking-[0.06em] text-soft tabular-nums">
        <span className="sr-only">{texts.version} </span>
        {`${index + 1}/${ids.length}`}
      </span>
      {arrow(index + 1, texts.nextVersion, NextIcon)}
    </span>
  )
}
