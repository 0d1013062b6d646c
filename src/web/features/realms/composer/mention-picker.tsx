import { useEffect, useRef } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as realmTexts from '../texts.ts'
import type { Addressable } from './mention-query.ts'
import * as texts from './texts.ts'

export interface MentionPickerProps {
  id: string
  choices: readonly Addressable[]
  index: number
  onChoose: (choice: Addressable) => void
  onMark: (index: number) => void
}

/** The field keeps the focus. */
export default function MentionPicker(props: MentionPickerProps) {
  const { id, choices, index } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return (
    <div className="panel hairline cut absolute bottom-full left-0 z-10 mb-2 w-full max-w-[360px] animate-fade bg-raised py-1.5 [--cut:10px]">
      <p role="status" className="sr-only">
        {choices.length === 1 ? texts.oneSuggestion : texts.suggestions(choices.length)}
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={realmTexts.mentionList}
        className="max-h-[min(40dvh,320px)] overflow-y-auto overscroll-contain"
      >
        {choices.map((choice, number) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={`${choice.kind} ${choice.kind === 'person' ? choice.address : choice.name}`}
            id={`${id}-${number}`}
            role="option"
            tabIndex={-1}
            aria-selected={number === index}
            className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 ${number === index ? 'bg-cyan/12' : ''}`}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => number !== index && props.onMark(number)}
            onClick={() => props.onChoose(choice)}
          >
            <Choice choice={choice} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Choice({ choice }: { choice: Addressable }) {
  if (choice.kind === 'agent')
    return (
      <>
        <Picture
          src={choice.imageUrl || DEFAULT_IMAGE_URL}
          alt=""
          width={24}
          height={24}
          className="hexagon size-6 flex-none object-cover"
        />
        <span className="min-w-0 flex-1 truncate text-15" title={choice.name}>
          {choice.name}
        </span>
        <span className="label text-magenta">{texts.agent}</span>
      </>
    )
  return (
    <>
      <span
        aria-hidden="true"
        className="hexagon display grid size-6 flex-none place-items-center bg-violet/20 text-13 text-violet"
      >
        {choice.name.slice(0, 2)}
      </span>
      <span className="min-w-0 flex-1 truncate text-15" title={choice.address}>
        {choice.name}
      </span>
      {choice.here && <span className="label text-good">{texts.here}</span>}
    </>
  )
}
