import { useEffect } from 'react'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'

/** For the tab, search results, and the preview of a shared link. */
export interface Head {
  title: string
  description?: string
  /** The subject of the preview image. */
  unfurl?: UnfurlSubject
  unlisted?: boolean
}

export function pageTitle(title: string): string {
  return title === 'Bionic' ? title : `${title} · Bionic`
}

/** The title of the first paint comes from the server. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
