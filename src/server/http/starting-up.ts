import { randomUUID } from 'node:crypto'

/**
 * Answers while the server is still opening its database: it lives (`/healthz`), and can't serve yet (all else).
 * Whoever opened a page sees it by itself as soon as it is there.
 */
export function startingUp(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return new Response('ok')
  const headers = { 'retry-after': '1', 'cache-control': 'no-store' }
  if (request.headers.get('accept')?.includes('text/html'))
    return new Response(page, {
      status: 503,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', refresh: '1' },
    })
  const problem = {
    type: 'about:blank',
    title: 'The server is starting.',
    status: 503,
    code: 'not_ready',
    requestId: randomUUID(),
    retryAfter: 1,
  }
  return new Response(JSON.stringify(problem), {
    status: 503,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
}

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bionic is starting</title>
<body style="margin:0;display:grid;place-items:center;min-height:100vh;background:#05070d;color:#e8f6ff;font:16px/1.5 sans-serif">
<p role="status">Bionic is starting. This page opens by itself.</p></body></html>`
