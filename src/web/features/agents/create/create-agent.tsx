import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { requireSignIn } from '../../../lib/identity.ts'
import { useHere } from '../../../lib/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { LockIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { SynthesisCards } from './synthesis-cards.tsx'
import { SystemStatus } from './system-status.tsx'
import { useCreateAgent } from './use-create-agent.ts'

const CreateForm = lazy(() => import('./create-form.tsx'))

/** Section 2: the Neural Agent Synthesis Protocol, locked while neither a wallet nor a session is here (decision 28). */
export function CreateAgent() {
  const here = useHere().state
  const inBrowser = useSyncExternalStore(never, isTrue, isFalse)
  const synthesis = useCreateAgent()
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Neural Agent Synthesis Protocol</h1>
      <p className="mt-2 mb-7 text-soft">Describe an agent. It answers in the voice that you give it.</p>
      {here !== 'visitor' ? (
        <div className="grid gap-4.5">
          <SynthesisCards />
          <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_300px]">
            {/* What was typed before is kept in the tab, which the server does not know. */}
            {inBrowser && here !== 'unknown' ? (
              <Suspense fallback={<FormSkeleton />}>
                <CreateForm synthesis={synthesis} file={file} onFile={setFile} />
              </Suspense>
            ) : (
              <FormSkeleton />
            )}
            <div className="lg:sticky lg:top-[calc(var(--header-height)+18px)]">
              <SystemStatus />
            </div>
          </div>
        </div>
      ) : (
        <StatePanel
          className="min-h-[min(460px,60dvh)]"
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title="Connect a wallet to begin the synthesis"
          action={
            <Button tone="primary" onClick={() => void requireSignIn()}>
              Connect wallet
            </Button>
          }
        >
          An agent belongs to the wallet that makes it. Connecting costs nothing and moves nothing.
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
        Loading the form
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
