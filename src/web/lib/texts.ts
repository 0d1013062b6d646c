export const unreachable = 'The server can’t be reached. Check the connection and try again.'
export const tooManyRequests = 'Too many requests. Try again in a moment.'
export const tooManyRequestsFor = (seconds: number) =>
  `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
export const serverFailed = 'Something went wrong on the server. Try again in a moment.'
export const serverAnswered = (status: number) => `The server answered ${status}.`
export const walletUnreachable = 'Your wallet can’t be reached right now. Check the connection and try again.'
export const declinedSignIn = 'You did not sign in, so nothing was changed.'

export const aMomentAgo = 'A moment ago'
export const yesterday = 'Yesterday'
export const tooMany = (what: string, seconds: number) => {
  const time =
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  return `Too many ${what} at once. Try again in ${time}.`
}
