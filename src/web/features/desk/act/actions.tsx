import { useRef, useState } from 'react'
import type { DeskCasePage } from '../../../../shared/trust/desk.ts'
import { changeFocus } from '../../../lib/change-focus.ts'
import { useSingleKeys } from '../../../lib/hooks/use-single-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Keycap } from '../../../ui/keycap.tsx'
import * as texts from '../texts.ts'
import { ActionForm } from './action-form.tsx'
import { actionKeys, type OfferedAction, offeredActions } from './offered-actions.ts'

/** What can be decided about a case: a button and a letter each, and the form of the chosen one. */
export function Actions(props: {
  page: DeskCasePage
  keysOn: boolean
  onDone: (action: OfferedAction) => void
}) {
  const { page, keysOn } = props
  const [chosen, setChosen] = useState<OfferedAction>()
  const bar = useRef<HTMLDivElement>(null)
  const offered = offeredActions(page)
  useSingleKeys(
    keysOn && chosen === undefined,
    Object.fromEntries(offered.map((action) => [actionKeys[action], () => setChosen(action)])),
  )
  const fold = (focused: string) =>
    changeFocus(
      () => setChosen(undefined),
      () => bar.current?.querySelector<HTMLElement>(focused),
    )
  return (
    <section
      aria-label={texts.act}
      className="border-line-strong bg-ground border-t py-5 lg:sticky lg:bottom-0 lg:z-10 lg:max-h-[80dvh] lg:overflow-y-auto"
    >
      {chosen ? (
        <ActionForm
          key={chosen}
          page={page}
          action={chosen}
          onCancel={() => fold(`[name="${chosen}"]`)}
          onDone={() => {
            // Where the same case stays open; another one takes the focus itself.
            fold('button')
            props.onDone(chosen)
          }}
        />
      ) : (
        <div ref={bar} className="flex flex-wrap gap-2.5">
          {offered.map((action) => (
            <Button
              key={action}
              name={action}
              size="small"
              className="gap-2.5 max-md:min-h-11"
              aria-keyshortcuts={keysOn ? actionKeys[action] : undefined}
              onClick={() => setChosen(action)}
            >
              {texts.actions[action]}
              {keysOn && (
                <Keycap className="hidden pointer-fine:grid">{actionKeys[action].toUpperCase()}</Keycap>
              )}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
