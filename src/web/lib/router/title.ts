import { useEffect } from 'react'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'

/** For the tab, search results, and the preview of a shared link. */
export interface Head {
  title: string
  description?: string
  /** The subject of the preview image. */
  unfurl?: UnfurlSubject
  unlisted?: boolean
  /** Whether a model wrote what stands in the page, so that it says so to programs. */
  generated?: boolean
}

export function pageTitle(title: string): string {
  return title === 'Bionic' ? title : `${title} · Bionic`
}

/** How much waits for the viewer. A title says it first, since a tab cuts its end off. */
let waiting = 0

function showTitle(title: string): void {
  document.title = waiting > 0 ? `(${waiting}) ${title}` : title
}

/** The title of the first paint comes from the server. */
export function useTitle(title: string): void {
  useEffect(() => showTitle(pageTitle(title)), [title])
}

export function countInTitle(count: number): void {
  const title = document.title.replace(/^\(\d+\) /, '')
  waiting = count
  showTitle(title)
}
