/** How long a toast is shown unless it is closed, in milliseconds (section 9). */
export const TOAST_MS = 5_000

export interface ToastOptions {
  duration?: number
  /** A second sentence below the message. */
  description?: string
  /** An action such as Undo. */
  action?: { label: string; onClick: () => void }
}

type Show = (type: 'success' | 'error', message: string, options: ToastOptions) => void

/** Loads the toaster with the first toast. */
const loadToaster = () => import('./toaster.tsx')

async function show(...toast: Parameters<Show>) {
  const { showToast } = await loadToaster()
  showToast(...toast)
}

/** Shows a message that disappears by itself and is announced politely. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => void show('success', message, options),
  error: (message: string, options: ToastOptions = {}) => void show('error', message, options),
}
