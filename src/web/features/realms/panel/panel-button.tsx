import { Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as realmTexts from '../texts.ts'
import type { RealmPanelProps } from './realm-panel.tsx'
import * as texts from './texts.ts'

const PanelSheet = lazyPart(() => import('./panel-sheet.tsx'))

/** The button that opens the panel where it has no room beside the messages; it shows how many people are here. */
export function PanelButton(props: RealmPanelProps & { here: number | undefined }) {
  const { here, onMention, ...panel } = props
  const [open, setOpen] = useState(false)
  const then = useRef<() => void>(undefined)
  useEffect(() => {
    if (open || !then.current) return
    // The closing sheet restores the focus to this button first.
    const timer = setTimeout(() => {
      then.current?.()
      then.current = undefined
    })
    return () => clearTimeout(timer)
  }, [open])
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="gap-1.5 px-3 max-md:min-h-11 min-[68.75rem]:hidden"
        aria-haspopup="dialog"
        aria-label={
          here === undefined
            ? realmTexts.peopleAndAgents
            : texts.peopleAndAgentsHere(here.toLocaleString('en-US'))
        }
        onClick={() => setOpen(true)}
      >
        <PeopleIcon />
        <span className="min-w-[1ch] tabular-nums">{here?.toLocaleString('en-US')}</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PanelSheet
            {...panel}
            onMention={
              onMention &&
              ((name) => {
                then.current = () => onMention(name)
                setOpen(false)
              })
            }
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function PeopleIcon() {
  return (
    <svg
      aria-hidden="true"
      width="19"
      height="19"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="9" cy="8.5" r="3.2" />
      <path d="M3 19c.4-3.4 2.7-5.3 6-5.3s5.6 1.9 6 5.3M15.5 5.6a3.2 3.2 0 010 5.8M17.5 14.2c2 .6 3.200 2.3 3.5 4.8" />
    </svg>
  )
}
