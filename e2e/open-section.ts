import type { Locator } from '@playwright/test'

/** Opens sections of the form of /create by their titles. */
export async function openSections(form: Locator, ...titles: string[]): Promise<void> {
  for (const title of titles) await form.locator('summary').filter({ hasText: title }).click()
}
