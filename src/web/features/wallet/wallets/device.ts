export interface Device {
  kind: 'desktop' | 'ios' | 'android'
  /** Whether the page runs in a browser inside another app: links that open a wallet's app do not work there. */
  webView: boolean
}

/** An iPad identifies as a Macintosh, and is recognised by its touch points. */
export function deviceOf({
  userAgent,
  maxTouchPoints,
}: {
  userAgent: string
  maxTouchPoints: number
}): Device {
  if (/android/i.test(userAgent)) {
    const webView = /; wv\)|\bVersion\/\d+\.\d+ Chrome\//.test(userAgent)
    return { kind: 'android', webView }
  }
  const ios = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  // Every full browser on iOS names Safari; a web view inside an app does not.
  return ios ? { kind: 'ios', webView: !/safari/i.test(userAgent) } : { kind: 'desktop', webView: false }
}
