"""What the server does with a request at each path, once its body is read and checked."""

from __future__ import annotations

import base64
import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

from turnwire.systems.geppetto.filedrawers import list_text
from turnwire.systems.geppetto.server import replies
from turnwire.systems.geppetto.server.asking import Query
from turnwire.systems.geppetto.server.contents import UnfitContent
from turnwire.systems.geppetto.server.drawers import Drawers, NoDocument, Upload
from turnwire.systems.geppetto.server.ingesting import NotIngested, source_of
from turnwire.systems.geppetto.server.names import UnfitName
from turnwire.systems.geppetto.server.refusals import unfit

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.systems.geppetto.filedrawers import UploadedFile, UploadRequest
    from turnwire.systems.geppetto.server.asking import Document
    from turnwire.systems.geppetto.server.replies import Json
    from turnwire.systems.geppetto.server.settings import Settings

# Conversations whose choice of a document is remembered; the one that chose longest ago is forgotten first.
_MOST_CHOICES: Final = 1000
_DISK: Final = "the server cannot use its disk"


class Endpoints:
    """The answers to the five requests; each method may be called in several threads at once."""

    def __init__(self, settings: Settings, report: Callable[[Exception], None]) -> None:
        """The settings, and the function that reports failures of the server itself."""
        self._settings = settings
        self._drawers = Drawers(settings.folder)
        self._report = report
        self._choices: OrderedDict[bytes, str] = OrderedDict()

    def ask(self, tree: Any) -> Json:
        """POST /message/: answer a query."""
        if tree["requestType"] != "query":
            return _unsupported()
        query = _query(tree)
        try:
            documents = self._asked(query)
        except NoDocument as error:
            return replies.failed(replies.NOT_FOUND, str(error))
        try:
            answer = self._settings.model.answer(query, documents)
            return replies.answered("query", query.message, answer)
        except Exception as error:  # noqa: BLE001 - the model is the operator's, and may raise anything
            self._report(error)
            return replies.failed(replies.FAILED, "the model failed; the log of the server says why")

    def _asked(self, query: Query) -> list[Document]:
        """The document that a query is about: the one that it names, or else the one that its conversation chose."""
        path: str | None = self._choices.get(_conversation(query.uid, query.session_id))
        if query.document is not UNSET:
            path = query.document
        if path is None:
            return []
        if not path:
            raise NoDocument("No file drawer and document specified.")
        return [self._document(path)]

    def _document(self, path: str) -> Document:
        try:
            return self._drawers.document(path)
        except OSError as error:
            self._report(error)
            raise NoDocument(_DISK) from None

    def choose(self, tree: Any) -> Json:
        """POST /setfiledrawer/: remember the document of a conversation."""
        if tree["requestType"] != "setchatfile":
            return _unsupported()
        path = tree["message"]
        try:
            self._document(path)
        except NoDocument as error:
            return replies.failed(replies.NOT_FOUND, str(error))
        who = _conversation(tree["uid"], tree["sessionId"])
        self._choices[who] = path
        self._choices.move_to_end(who)
        if len(self._choices) > _MOST_CHOICES:
            self._choices.popitem(last=False)
        return replies.chosen("setchatfile", path)

    def list(self, tree: Any) -> Json:
        """POST /listfiledrawers/: list the documents; the operands of the request are not looked at."""
        if tree["requestType"] != "listfiles":
            return replies.not_listed(f"Invalid Request Type: {tree['requestType']:.40}")
        try:
            return replies.listed(list_text(self._drawers.listing()))
        except OSError as error:
            self._report(error)
            return replies.not_listed(_DISK)

    def upload(self, form: UploadRequest) -> Json:
        """POST /uploadfile/: store the files of a form, all or none."""
        drawer = str(form.filedrawer)
        files = [Upload(str(file.filename), _bytes_of(file)) for file in form.files or ()]
        try:
            places = self._drawers.store(drawer, files)
        except (UnfitName, UnfitContent) as error:
            return replies.not_uploaded(str(error))
        except OSError as error:
            self._report(error)
            return replies.not_uploaded(_DISK)
        return replies.uploaded(drawer, places)

    def ingest(self, tree: Any) -> Json:
        """POST /ingestlocalweb/: take in a page of the web, or a file of the machine; `request` is only repeated."""
        given = self._settings
        request: str = tree["request"]
        try:
            found = source_of(tree["filename"], given.fetch, given.ingest_folder, given.max_body_bytes)
            self._drawers.store(tree["filedrawer"], [found])
        except (NotIngested, UnfitName, UnfitContent) as error:
            return replies.not_ingested(request, str(error))
        except OSError as error:
            self._report(error)
            return replies.not_ingested(request, _DISK)
        return replies.ingested(request)


def _query(tree: Any) -> Query:
    """The query in a body; `100.0` is a whole number, as JSON Schema has it."""
    most = tree.get("maxTokens")
    whole = {"maxTokens": int(most)} if isinstance(most, float) else {}
    try:
        return msgspec.convert({**tree, **whole}, Query)
    except msgspec.ValidationError as error:  # a number that no double holds
        raise unfit("value_error", str(error)) from None


def _conversation(user: str, session: str) -> bytes:
    """A key of a conversation that is short however long its names are."""
    return hashlib.sha256(msgspec.json.encode((user, session))).digest()


def _bytes_of(file: UploadedFile) -> bytes:
    return base64.b64decode(str(file.data))


def _unsupported() -> Json:
    return replies.failed(replies.UNSUPPORTED, "400: Unsupported request type.")
