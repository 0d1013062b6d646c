import { server } from '../../lib/http/reachability.ts'
import type { FromWorker } from '../../service-worker/messages.ts'
import { toast } from '../../ui/toast.ts'
import * as texts from '../texts.ts'

const WORKER = '/service-worker.js'
/** The minimum interval of update checks, in milliseconds. A check runs when the page becomes visible again. */
const LOOK_MS = 15 * 60_000
/** How long the notice of a new version is shown, in milliseconds. The next page load uses that version anyway. */
const NOTICE_MS = 60_000

/** The path of the entry script of this page, which identifies its build. */
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

/**
 * Registers the service worker, which stores the app shell; checks for a newer version from time to time, and shows a
 * notice when there is one. In a browser without service workers, pages need their server. Must be called once.
 */
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
    // The check fails without the server; that is not an error.
    registration.update().catch(() => {})
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - lookedAt > LOOK_MS) look()
  })
  // The server may have been down for the update itself.
  server.subscribe(() => server.isReachable() && look())
}

/** Shows a notice. The page never reloads by itself, because the person may be typing. */
function tellOfNewVersion(): void {
  toast.success(texts.newVersion, {
    description: texts.newVersionText,
    duration: NOTICE_MS,
    action: { label: texts.reloadNow, onClick: () => window.location.reload() },
  })
}
