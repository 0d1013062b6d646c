import { server } from '../../lib/http/reachability.ts'
import type { FromWorker } from '../../service-worker/messages.ts'
import { toast } from '../../ui/toast.ts'
import * as texts from '../texts.ts'

const WORKER = '/service-worker.js'
/** Milliseconds between update checks, at least; a check runs when the page becomes visible again. */
const LOOK_MS = 15 * 60_000
/** Milliseconds of the notice; the next page load uses the new version anyway. */
const NOTICE_MS = 60_000

/** The path of this page's entry script, which identifies its build. */
export const ownEntry = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/main-"]')
  return script ? new URL(script.src).pathname : ''
}

/** The page's Trusted Types policy allows a worker's URL only from a policy of this name. */
interface TrustedTypes {
  createPolicy: (
    name: 'service-worker',
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (input: string) => string }
}

function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return WORKER
  return trustedTypes.createPolicy('service-worker', { createScriptURL: () => WORKER }).createScriptURL('')
}

/** Registers the service worker, which stores the app shell, and tells of newer versions. Must be called once. */
export async function keepShell(): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'version' && data.entry !== ownEntry()) tellOfNewVersion()
  })
  await serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  const registration = await serviceWorker.ready
  let lookedAt = Date.now()
  const look = () => {
    lookedAt = Date.now()
    registration.update().catch(() => {})
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - lookedAt > LOOK_MS) look()
  })
  // The server may have been down for the update itself.
  server.subscribe(() => server.isReachable() && look())
}

/** The page never reloads by itself, because the person may be typing. */
function tellOfNewVersion(): void {
  toast.success(texts.newVersion, {
    description: texts.newVersionText,
    duration: NOTICE_MS,
    action: { label: texts.reloadNow, onClick: () => window.location.reload() },
  })
}
