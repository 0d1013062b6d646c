import { useEffect, useRef, useState } from 'react'
import { CloseIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.ts'
import { ActionButton } from './action-button.tsx'
import { useRunAction } from './use-run-action.ts'

/** Removing can't be undone, so the button asks for confirmation in place. */
export function TakeOut({ name, takeOut }: { name: string; takeOut: () => Promise<void> }) {
  const [asked, setAsked] = useState(false)
  const action = useRunAction(takeOut)
  const keep = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    // The focus follows the replaced buttons for keyboard users.
    if (asked) keep.current?.focus()
    else if (opened.current) ask.current?.focus()
    opened.current = asked
  }, [asked])
  if (!asked)
    return (
      <button ref={ask} type="button" className={plain} onClick={() => setAsked(true)}>
        <CloseIcon width={15} height={15} />
        <span>
          {texts.takeOut}
          <span className="sr-only">{` ${name}`}</span>
        </span>
      </button>
    )
  return (
    <fieldset className="grid min-w-0 gap-1 border-l-2 border-warning pl-3">
      <legend className="sr-only">{texts.takeOutTitle(name)}</legend>
      <p className="text-13 leading-snug text-soft">{texts.takeOutAbout}</p>
      <div className="flex flex-wrap gap-x-4">
        <ActionButton
          action={action}
          label={texts.takeOut}
          busyLabel={texts.takingOut}
          of={texts.fromThisRun(name)}
          icon={<CloseIcon width={15} height={15} />}
        />
        {!action.busy && (
          <button ref={keep} type="button" className={plain} onClick={() => setAsked(false)}>
            {texts.keep}
            <span className="sr-only">{` ${name}`}</span>
          </button>
        )}
      </div>
    </fieldset>
  )
}

const plain =
  'inline-flex min-h-8 items-center gap-2 justify-self-start text-13 text-soft transition-colors hover:text-text max-md:min-h-11 max-md:min-w-11'
