/** `\xffsolana offchain` */
const signingDomain = Uint8Array.from('\xffsolana offchain', (letter) => letter.charCodeAt(0))

const VERSION_AT = signingDomain.length
/** Restricted ASCII, short and long UTF-8. The text is checked later, and more strictly. */
const LAST_FORMAT = 2

/** Removes what hardware and some mobile wallets add. Null: an unknown layout, a wrong length, or another signer. */
export function stripOffchainHeader(signed: Uint8Array, signer: Uint8Array): Uint8Array | null {
  if (!startsWith(signed, signingDomain)) return signed
  const rest = signed.subarray(VERSION_AT + 1)
  switch (signed[VERSION_AT]) {
    case 0:
      return afterLength(rest) ?? afterLength(withoutApplication(rest, signer))
    case 1:
      return withoutSigner(rest, signer)
    default:
      return null
  }
}

/** Format (1 byte), length of the text (2 bytes, little-endian), text: the end of both layouts of version 0. */
function afterLength(bytes: Uint8Array | null): Uint8Array | null {
  const [format = LAST_FORMAT + 1, low, high] = bytes ?? []
  if (!bytes || format > LAST_FORMAT || low === undefined || high === undefined) return null
  return low + high * 256 === bytes.length - 3 ? bytes.subarray(3) : null
}

/** The specified layout has the application's domain (32 bytes) before the format, and the signers after it. */
function withoutApplication(bytes: Uint8Array, signer: Uint8Array): Uint8Array | null {
  const afterSigner = withoutSigner(bytes.subarray(33), signer)
  return afterSigner && Uint8Array.from([...bytes.subarray(32, 33), ...afterSigner])
}

/** The number of signers (1 byte, must be one), and the signer's key. */
function withoutSigner(bytes: Uint8Array, signer: Uint8Array): Uint8Array | null {
  return bytes[0] === 1 && bytes.length > 32 && startsWith(bytes.subarray(1), signer)
    ? bytes.subarray(33)
    : null
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte)
}
