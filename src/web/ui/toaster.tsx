import type { CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'

/** In milliseconds (section 9). */
const TOAST_MS = 5_000

export interface ToastOptions {
  duration?: number
  /** A second sentence below the message. */
  description?: string
  action?: { label: string; onClick: () => void }
}

let mounted: Promise<void> | undefined

/** Beside the app, so that a page without toasts never renders it. */
function mount(): Promise<void> {
  mounted ??= new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'))
    createRoot(host).render(
      <Toaster
        theme="dark"
        // On a phone the controls at the lower edge must stay free: a form's button, the composer of a chat.
        position={window.matchMedia('(width <= 45rem)').matches ? 'top-center' : 'bottom-right'}
        // Below the header of the page, or above a sheet and never on its close button (effects.css).
        offset={{ top: 'var(--toast-top, 72px)' }}
        mobileOffset={{ top: 'var(--toast-top, 72px)' }}
        // Beside a chat's panel the toaster covers the panel, never the composer. A modal dialog disables pointer
        // events behind it, so the toaster enables them for itself.
        style={{ '--width': '300px', pointerEvents: 'auto' } as CSSProperties}
        duration={TOAST_MS}
        ref={() => resolve()}
        toastOptions={{
          style: {
            background: 'var(--color-raised)',
            border: '1px solid var(--color-line-strong)',
            borderRadius: 3,
            maxWidth: 'var(--toast-width)',
            color: 'var(--color-text)',
            font: '400 14px/1.4 var(--font-body)',
          },
          actionButtonStyle: {
            minHeight: 36,
            paddingInline: 14,
            background: 'var(--color-cyan)',
            color: 'var(--color-ink)',
          },
        }}
      />,
    )
  })
  return mounted
}

export async function showToast(type: 'success' | 'error' | 'info', message: string, options: ToastOptions) {
  await mount()
  const { action } = options
  toast[type](message, {
    ...options,
    ...(action && {
      action: {
        ...action,
        onClick: () => {
          // The button goes with the toast, and sonner gives the focus back only when it leaves.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          action.onClick()
        },
      },
    }),
  })
}
