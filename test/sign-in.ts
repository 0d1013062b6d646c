import type { SignInInput } from '../src/shared/session.ts'
import { createTestWallet } from './wallet.ts'

/** Somebody with a wallet who has signed in. */
export interface Account {
  address: string
  cookie: string
}

export interface Sent {
  /** Who asks; a visitor where nobody is named. */
  as?: Account | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  body?: BodyInit
  headers?: Record<string, string>
  /** Lets go of the answer. */
  signal?: AbortSignal
}

/** Asks a server for an address of it, wherever the server is. */
export type Send = (method: string, path: string, sent?: Sent) => Promise<Response>

/** What goes over the wire for that. */
export function requestInit(method: string, { as, json, body, headers, signal }: Sent = {}): RequestInit {
  return {
    method,
    headers: {
      ...(as && { cookie: as.cookie }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
    ...(signal && { signal }),
  }
}

/** A new wallet proves itself as any does. */
export async function signInWith(send: Send): Promise<Account> {
  const wallet = createTestWallet()
  const issued = await send('POST', '/api/session/nonce', { json: { address: wallet.address } })
  const proof = wallet.signInProof((await issued.json()) as SignInInput)
  const answer = await send('POST', '/api/session', { json: proof })
  const cookie = answer.headers.get('set-cookie')?.split(';', 1).join()
  if (!answer.ok || !cookie) throw new Error(`signing in failed: ${await answer.text()}`)
  return { address: wallet.address, cookie }
}
