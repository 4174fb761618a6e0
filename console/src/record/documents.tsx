// Lists the documents of a record, and takes files that are chosen or dropped on its page, with their progress.
import { Button, FileButton, Progress, UnstyledButton } from '@mantine/core'
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { type Row, textOf } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { sizeText } from '../ui/display/size-text.ts'
import { Empty } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { downloadDocument, fileName, nameParts } from './document-files.ts'
import classes from './documents.module.css'
import { momentText } from './moments.ts'
import { useMoments } from './use-moments.ts'

interface Upload {
  readonly id: string
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  readonly error: string | null
  readonly cancel: () => void
}

/** The uploads that are under way on a page. */
export function useUploads(recordKey: string) {
  const { api, writer } = useWorkspace()
  const { lists: t } = useTexts().record
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const send = useCallback(
    async (file: File) => {
      const id = crypto.randomUUID()
      const end = new AbortController()
      const drop = (): void => setUploads(all => all.filter(one => one.id !== id))
      const patch = (change: Partial<Upload>): void =>
        setUploads(all => all.map(one => (one.id === id ? { ...one, ...change } : one)))
      const cancel = (): void => {
        end.abort()
        drop()
      }
      setUploads(all => [...all, { id, name: file.name, share: 0, error: null, cancel }])
      try {
        const BinaryDataId = await api.upload(file, share => patch({ share }), end.signal)
        await writer.create(
          'Document',
          { ParentKey: recordKey, ...nameParts(file.name), BinaryDataId },
          t.uploaded(file.name),
        )
        drop()
      } catch (error) {
        if (!end.signal.aborted) patch({ error: error instanceof Error ? error.message : String(error) })
      }
    },
    [api, writer, recordKey, t],
  )
  return { uploads, send: useCallback((files: readonly File[]) => void Promise.all(files.map(send)), [send]) }
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Takes files that are dropped anywhere inside. */
export function DropArea({
  onFiles,
  children,
}: {
  onFiles: ((files: readonly File[]) => void) | null
  children: ReactNode
}) {
  const { lists: t } = useTexts().record
  const [isOver, setIsOver] = useState(false)
  // Entering a child comes before leaving its parent.
  const depth = useRef(0)
  if (!onFiles) return children
  const move = (by: number): void => {
    depth.current += by
    setIsOver(depth.current > 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button for choosing files does the same by keyboard
    <div
      className={classes.area}
      onDragEnter={event => hasFiles(event) && move(1)}
      onDragLeave={event => hasFiles(event) && move(-1)}
      onDragOver={event => hasFiles(event) && event.preventDefault()}
      onDrop={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className={classes.over}>
          <Icon name="upload" size={20} />
          {t.drop}
        </div>
      )}
    </div>
  )
}

export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  const { lists: t } = useTexts().record
  if (uploads.length === 0) return null
  return (
    <ul className={classes.uploads}>
      {uploads.map(({ id, name, share, error, cancel }) => (
        <li key={id} className={classes.upload}>
          <Icon name="upload" />
          <div className={classes.grow}>
            <div role={error === null ? undefined : 'alert'}>
              {error === null ? t.uploading(name) : `${t.uploadFailed(name)}: ${error}`}
            </div>
            {error === null && <Progress size="xs" value={share * 100} aria-label={t.uploading(name)} />}
          </div>
          <IconButton aria-label={t.cancelUpload(name)} onClick={cancel}>
            <Icon name="close" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

interface DocumentsProps {
  readonly rows: readonly Row[]
  readonly onFiles: (files: readonly File[]) => void
  /** Reads earlier documents; null when all are shown. */
  readonly onMore: (() => void) | null
  readonly isLoadingMore: boolean
}

export function Documents({ rows, onFiles, onMore, isLoadingMore }: DocumentsProps) {
  const { lists: t } = useTexts().record
  const choose = (
    <FileButton onChange={onFiles} multiple inputProps={{ 'aria-label': t.choose }}>
      {props => (
        <Button variant="default" leftSection={<Icon name="upload" size={14} />} {...props}>
          {t.choose}
        </Button>
      )}
    </FileButton>
  )
  if (rows.length === 0 && !onMore)
    return <Empty icon="document" title={t.noDocuments} hint={t.dropHint} action={choose} />
  return (
    <>
      <ul className={classes.list}>
        {rows.map(row => (
          <DocumentRow key={String(row.Key)} row={row} />
        ))}
      </ul>
      <div className={classes.foot}>
        {onMore && (
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            {t.showMore}
          </Button>
        )}
        {choose}
        <span className={classes.hint}>{t.dropHint}</span>
      </div>
    </>
  )
}

function DocumentRow({ row }: { row: Row }) {
  const { lists: t } = useTexts().record
  const { api, writer, session } = useWorkspace()
  const { full } = useMoments()
  const name = fileName(row)
  const at = momentText(row.DateTime)
  return (
    <li className={classes.row}>
      <span className={classes.ext}>
        {textOf(row.Ext).slice(0, 4).toUpperCase() || <Icon name="document" size={14} />}
      </span>
      <UnstyledButton
        className={classes.name}
        aria-label={t.download(name)}
        onClick={() => void downloadDocument(api, row).catch(showFailure)}
      >
        {name}
      </UnstyledButton>
      <span className={classes.fact}>{sizeText(Number(row.Size ?? 0), session.culture)}</span>
      <span className={classes.fact}>{textOf(row.Creator)}</span>
      <span className={classes.fact}>{at === '' ? '' : full(at)}</span>
      <IconButton
        {...hint(t.remove(name))}
        className={classes.act}
        aria-label={t.remove(name)}
        onClick={() => void writer.remove('Document', [String(row.Key)], t.removed(name)).catch(showFailure)}
      >
        <Icon name="bin" size={14} />
      </IconButton>
    </li>
  )
}
