import type { Locator } from '@playwright/test'

/** Drops a file on an element of the page. */
export async function dropFile(on: Locator, name: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await on.page().evaluateHandle(
    ([called, base64]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], called))
      return data
    },
    [name, bytes.toString('base64')] as const,
  )
  for (const event of ['dragover', 'drop']) await on.dispatchEvent(event, { dataTransfer })
}
