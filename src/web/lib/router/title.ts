import { useEffect } from 'react'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'

/** The metadata of a page: for the tab, for search results, and for the preview of a shared link. */
export interface Head {
  title: string
  description?: string
  /** The subject of the preview image. */
  unfurl?: UnfurlSubject
  /** Whether search engines must not index the page. */
  unlisted?: boolean
}

export function pageTitle(title: string): string {
  return title === 'Bionic' ? title : `${title} · Bionic`
}

/** Sets the title of the tab. The title of the first paint comes from the server. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
