import { Suspense, useRef, useSyncExternalStore } from 'react'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { LockIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { CardImport } from '../cards/card-import.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'
import type { ChosenDocument } from '../sources/upload-document.ts'
import * as texts from './texts.ts'

const CreateForm = lazyPart(() => import('./create-form.tsx'))

/** Section 2: the Neural Agent Synthesis Protocol, locked without a wallet and without a session (decision 28). */
export function CreateAgent({ tryOut }: { tryOut: RenderTryOut }) {
  const here = useHere().state
  const inBrowser = useSyncExternalStore(never, isTrue, isFalse)
  const file = useRef<File | null>(null)
  const documents = useRef<readonly ChosenDocument[]>([])
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.createTitle}</h1>
      <div className="mt-2 mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="text-soft">{texts.createSubtitle}</p>
        <CardImport button />
      </div>
      {here !== 'visitor' ? (
        <div className="grid gap-4.5">
          {/* The draft is in the tab's storage, which the server can't read. */}
          {inBrowser && here !== 'unknown' ? (
            <Suspense fallback={<FormSkeleton />}>
              <CreateForm file={file} documents={documents} tryOut={tryOut} />
            </Suspense>
          ) : (
            <FormSkeleton />
          )}
          <div className="grid gap-4.5 lg:grid-cols-[minmax(0,1fr)_400px]">
            <SynthesisCards />
            <SystemStatus />
          </div>
        </div>
      ) : (
        <StatePanel
          className="min-h-[min(460px,60dvh)]"
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title={texts.createLocked}
          action={
            <Button tone="primary" onClick={() => void requireSignIn()}>
              {texts.connectWallet}
            </Button>
          }
        >
          {texts.createLockedWhy}
        </StatePanel>
      )}
    </div>
  )
}

const never = () => () => {}
const isTrue = () => true
const isFalse = () => false

function FormSkeleton() {
  return (
    <div className="panel hairline cut grid gap-6 p-5 md:p-7" aria-busy="true">
      <p role="status" className="sr-only">
        {texts.loadingForm}
      </p>
      {['h-12', 'h-24', 'h-24', 'h-36', 'h-28'].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={index} className="grid gap-2.5">
          <div className="skeleton h-3 w-28" />
          <div className={`skeleton ${height}`} />
        </div>
      ))}
    </div>
  )
}

/** Section 2: the three info cards of /create, in the order of the form's fields. */
function SynthesisCards() {
  return (
    <ul className="grid gap-3.5 md:grid-cols-3 md:gap-4.5 lg:grid-cols-1">
      {texts.createCards.map((card, index) => (
        <li key={card.title} className="panel hairline cut grid content-start gap-2 p-5">
          <p className="flex items-center gap-3">
            <span aria-hidden="true" className="label text-cyan">
              0{index + 1}
            </span>
            <strong className="display text-17 font-semibold">{card.title}</strong>
          </p>
          <p className="text-sm text-soft">{card.text}</p>
        </li>
      ))}
    </ul>
  )
}

function SystemStatus() {
  return (
    <aside aria-label={texts.systemStatus} className="panel hairline cut grid content-start gap-6 p-5 md:p-6">
      <h2 className="label">{texts.systemLoad}</h2>
      <ul className="grid gap-4.5">
        {texts.loads.map((load) => (
          <li key={load.name} className="grid gap-2">
            <span className="flex justify-between text-sm">
              <span className="text-soft">{load.name}</span>
              <span className="display tabular-nums">{load.percent}%</span>
            </span>
            <span className="h-[3px] bg-cyan/12">
              <span className="block h-full bg-cyan" style={{ width: `${load.percent}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-2 border-t border-line pt-5">
        <div className="flex flex-col-reverse gap-1.5">
          <dt className="label">{texts.processing}</dt>
          <dd className="display text-xl font-semibold">{texts.processingFigure}</dd>
        </div>
        <div className="flex flex-col-reverse gap-1.5 border-l border-line pl-5">
          <dt className="label">{texts.stability}</dt>
          <dd className="display text-xl font-semibold">{texts.stabilityFigure}</dd>
        </div>
      </dl>
    </aside>
  )
}
