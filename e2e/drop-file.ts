import type { Page } from '@playwright/test'

/** Drops a file on the page, beside every place that takes files of its own. */
export async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([called, base64]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], called))
      return data
    },
    [name, bytes.toString('base64')] as const,
  )
  for (const event of ['dragover', 'drop']) await page.locator('main').dispatchEvent(event, { dataTransfer })
}
