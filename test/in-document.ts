import { parseHTML } from 'linkedom'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/** Shows components in a document without layout, with effects and clicks, until the test is finished. */
export function inDocument() {
  const { window, document } = parseHTML('<!doctype html><html><body><div></div></body></html>')
  const kept = new Map<string, string>()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  const newRoot = () => createRoot(document.querySelector('div') as unknown as HTMLElement)
  let root = newRoot()
  const leave = () => act(async () => root.unmount())
  onTestFinished(async () => {
    await leave()
    vi.unstubAllGlobals()
  })
  return {
    document: document as unknown as Document,
    show: (shown: ReactNode) => act(async () => root.render(shown)),
    /** What is shown next begins anew, with what the tab has stored. */
    async leave() {
      await leave()
      root = newRoot()
    },
  }
}
