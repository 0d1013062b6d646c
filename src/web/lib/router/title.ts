import { useEffect } from 'react'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'

/** What a page says of itself outside its own screen: in the tab, in a list of results, when its address is shared. */
export interface Head {
  title: string
  description?: string
  /** What the picture beside a link shows. */
  unfurl?: UnfurlSubject
}

export function pageTitle(title: string): string {
  return title === 'Bionic' ? title : `${title} · Bionic`
}

/** Names the tab after the screen. The first paint's title comes from the server. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
