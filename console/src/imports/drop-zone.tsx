// Takes a file that is dropped or chosen, and shows how much of it has been sent.
import { Button, FileButton, Progress } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { hint } from '../ui/controls/hint.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { sizeText } from '../ui/display/size-text.ts'
import classes from './drop-zone.module.css'
import { acceptedEndings, formatOf, type ImportDetails, uploadPath } from './import.ts'

/** Where a key of the screen finds the button. */
export const fileInput = 'import-file'

interface Upload {
  readonly name: string
  readonly size: number
  /** 0 to 1; the server reads the file while it comes in. */
  readonly share: number
  readonly cancel: () => void
}

/** Sends the file; `onUploaded` gets the import that the server has made of it. */
function useUpload(entity: string, onUploaded: (made: ImportDetails) => void) {
  const { api } = useWorkspace()
  const { imports: t } = useTexts()
  const [upload, setUpload] = useState<Upload | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (file: File): Promise<void> => {
    const format = formatOf(file.name, entity)
    setProblem(format === null ? t.wrongFormat(file.name) : null)
    if (format === null) return
    const end = new AbortController()
    setUpload({ name: file.name, size: file.size, share: 0, cancel: () => end.abort() })
    const progress = (share: number): void => setUpload(old => old && { ...old, share })
    try {
      onUploaded(await api.sendFile<ImportDetails>(uploadPath(entity, format, file.name), file, progress, end.signal))
    } catch (error) {
      if (!end.signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setUpload(null)
    }
  }
  return { upload, problem, send }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

export function DropZone({ entity, onUploaded }: { entity: string; onUploaded: (made: ImportDetails) => void }) {
  const { imports: t } = useTexts()
  const { upload, problem, send } = useUpload(entity, onUploaded)
  const [isOver, setOver] = useState(false)
  // Entering a child comes before leaving its parent.
  const depth = useRef(0)
  const move = (by: number): void => {
    depth.current += by
    setOver(depth.current > 0)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    depth.current = 0
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !upload) void send(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button for choosing a file does the same by keyboard
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragEnter={event => hasFiles(event) && move(1)}
      onDragLeave={event => hasFiles(event) && move(-1)}
      onDragOver={event => hasFiles(event) && event.preventDefault()}
      onDrop={drop}
    >
      {upload ? (
        <UploadProgress {...upload} />
      ) : (
        <>
          <span className={classes.sign}>
            <Icon name="upload" size={20} />
          </span>
          <p className={classes.title}>{isOver ? t.dropHere : t.drop}</p>
          <p className={classes.hint}>{entity === 'AbEntry' ? t.formatsOfEntries : t.formats}</p>
          <FileButton
            onChange={file => file && void send(file)}
            accept={acceptedEndings}
            inputProps={{ id: fileInput, 'aria-label': t.choose }}
          >
            {props => (
              <Button {...hint(t.choose, 'u')} {...props}>
                {t.choose}
              </Button>
            )}
          </FileButton>
        </>
      )}
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

function UploadProgress({ name, size, share, cancel }: Upload) {
  const { imports: t } = useTexts()
  const { culture } = useWorkspace().session
  const title = share < 1 ? t.uploading(name) : t.reading(name)
  return (
    <div className={classes.progress}>
      <p role="status" className={classes.title}>
        {title}
      </p>
      <Progress size="sm" value={share * 100} animated={share === 1} aria-label={title} />
      <div className={classes.foot}>
        <span className={classes.hint}>{sizeText(size, culture)}</span>
        <Button variant="subtle" color="gray" onClick={cancel}>
          {t.cancel}
        </Button>
      </div>
    </div>
  )
}
