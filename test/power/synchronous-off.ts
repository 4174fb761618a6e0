// Makes SQLite of this process flush nothing: loaded before a server, to show that power cuts then lose writes.
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (text: string): void {
  exec.call(this, text.replace('PRAGMA synchronous = FULL', 'PRAGMA synchronous = OFF'))
}
