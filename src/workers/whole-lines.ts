// Passes text on in whole lines, so that lines of several processes are not mixed.

export function wholeLines(pass: (lines: string) => void): (text: string) => void {
  let rest = ''
  return text => {
    const end = text.lastIndexOf('\n') + 1
    if (end === 0) {
      rest += text
      return
    }
    pass(rest + text.slice(0, end))
    rest = text.slice(end)
  }
}
