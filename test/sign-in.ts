import {
  SIGNATURE_HEADER,
  type SignedAgreement,
  writeSignature,
} from '../src/shared/session/fresh-signature.ts'
import type { SignInInput } from '../src/shared/session/session.ts'
import { createTestWallet, type TestWallet } from './wallet.ts'

/** Somebody with a wallet who has signed in. */
export interface Account {
  address: string
  cookie: string
  wallet: TestWallet
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
    // A body that comes as it is read.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    ...(signal && { signal }),
  }
}

/** A wallet proves itself as any does, a new one where none is given. @param headers those of its browser */
export async function signInWith(
  send: Send,
  wallet = createTestWallet(),
  headers: Record<string, string> = {},
): Promise<Account> {
  const issued = await send('POST', '/api/session/nonce', { json: { address: wallet.address } })
  const proof = wallet.signInProof((await issued.json()) as SignInInput)
  const answer = await send('POST', '/api/session', { json: proof, headers })
  const cookie = answer.headers.get('set-cookie')?.split(';', 1).join()
  if (!answer.ok || !cookie) throw new Error(`signing in failed: ${await answer.text()}`)
  return { address: wallet.address, cookie, wallet }
}

/** The header with which somebody's wallet agrees to something. */
export async function signatureFor(
  send: Send,
  as: Account,
  agreement: SignedAgreement,
): Promise<Record<string, string>> {
  const issued = await send('POST', '/api/session/signature', { as, json: agreement })
  const proof = as.wallet.signInProof((await issued.json()) as SignInInput)
  return { [SIGNATURE_HEADER]: writeSignature(proof) }
}
